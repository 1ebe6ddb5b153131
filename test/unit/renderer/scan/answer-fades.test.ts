import { describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { answerOf, type ScanFeedback } from '../../../../src/renderer/src/scan/scan-feedback'
import { ANSWER_STAYS_MS, createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import { COMMAND_CODES } from '../../../../src/shared/domain/scanning/command'
import { anOrder, fakeStation, good, scanned, silent } from '../fake-station'

/** A bench whose clock the test moves. */
function aBench() {
  const station = fakeStation({
    'packing:open': ({ orderId }) => good(anOrder(orderId)),
    'packing:scan': ({ codes }) =>
      good(codes[0] === '100' ? { kind: 'order', orderId: 100 } : { kind: 'unknown' }),
  })
  let nowMs = 0
  let due: { atMs: number; callback: () => void }[] = []
  const after = (delayMs: number, callback: () => void) => {
    const timer = { atMs: nowMs + delayMs, callback }
    due.push(timer)
    return () => void (due = due.filter((one) => one !== timer))
  }
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  const scan = createScanStore(station.bridge, { order, screen, operator }, { ...silent(), after })
  return {
    screen,
    scan,
    wait(ms: number) {
      nowMs += ms
      const ripe = due.filter(({ atMs }) => atMs <= nowMs)
      due = due.filter(({ atMs }) => atMs > nowMs)
      for (const { callback } of ripe) callback()
    },
    read: (code: string) => scan.getState().scan(scanned(code)),
    shown: () => scan.getState().feedback?.kind ?? null,
  }
}

describe('the answer on screen', () => {
  it('fades after two seconds if the scan was accepted, and its kind stays known', async () => {
    const { read, wait, shown, scan } = aBench()
    await read('100')
    wait(ANSWER_STAYS_MS - 1)
    expect(shown()).toBe('order_opened')
    wait(1)
    expect(shown()).toBeNull()
    expect(scan.getState()).toMatchObject({ lastKind: 'order_opened', count: 1 })
  })

  it('fades after an alarm was put off: what the page says comes back', async () => {
    const { read, wait, shown, scan } = aBench()
    scan.getState().openForm({ takeTracking: null, alarm: true, acknowledge: () => {} })
    await read(COMMAND_CODES.acknowledge)
    expect(shown()).toBe('alarm_aside')
    wait(ANSWER_STAYS_MS)
    expect(shown()).toBeNull()
  })

  it('gets its own two seconds, whatever came before it', async () => {
    const { read, wait, shown } = aBench()
    await read('100')
    wait(1_500)
    await read('ITEM1')
    wait(1_500)
    expect(shown()).toBe('line_chosen')
    wait(500)
    expect(shown()).toBeNull()
  })

  it('stays until the next scan if nothing was done, and an accepted one before it does not take it away', async () => {
    const { read, wait, shown } = aBench()
    await read('100')
    await read('100')
    expect(shown()).toBe('same_order')
    wait(60_000)
    expect(shown()).toBe('same_order')
  })

  it.each(['cancel', 'acknowledge', 'undo'] as const)(
    'fades after %s for which nothing was there, and nothing looks refused',
    async (command) => {
      const { wait, shown, scan } = aBench()
      await scan.getState().scan(scanned(COMMAND_CODES[command]))
      const { feedback } = scan.getState()
      expect(feedback && answerOf(feedback).level).toBe('note')
      wait(ANSWER_STAYS_MS)
      expect(shown()).toBeNull()
    },
  )

  it.each(['move_asked', 'hold_asked', 'release_asked', 'unpack_asked'] as const)(
    'goes with the form that asked: %s',
    (kind) => {
      const { shown, scan } = aBench()
      const close = scan.getState().openForm({ takeTracking: null })
      const reasons = { reason: 'missing', move: 'ship' } as const
      scan.getState().say({ kind, code: '', ...reasons } as ScanFeedback)
      expect(shown()).toBe(kind)
      close()
      expect(shown()).toBeNull()
    },
  )

  it('stays while the form that asked is open below another one', () => {
    const { shown, scan } = aBench()
    scan.getState().openForm({ takeTracking: null })
    scan.getState().say({ kind: 'hold_asked', code: '', reason: 'missing' })
    scan.getState().openForm({ takeTracking: null })()
    expect(shown()).toBe('hold_asked')
  })

  it('does not go with a form that did not ask it', async () => {
    const { read, shown, scan } = aBench()
    await read('100')
    await read('100')
    scan.getState().openForm({ takeTracking: null })()
    expect(shown()).toBe('same_order')
  })

  it('stays as long as it asks something', async () => {
    const { read, wait, shown, scan } = aBench()
    await read('100')
    await read('ITEM1')
    await scan.getState().scan(scanned(COMMAND_CODES.cancel))
    expect(shown()).toBe('drop_asked')
    wait(60_000)
    expect(shown()).toBe('drop_asked')
  })

  it('stays until ACK if it blocks', async () => {
    const { read, wait, shown, scan, screen } = aBench()
    await read('NOBODY-HAS-IT')
    screen.getState().go('settings')
    wait(60_000)
    expect(shown()).toBe('unknown')
    expect(scan.getState().blocked).not.toBeNull()
    await scan.getState().command('acknowledge', 'key')
    wait(ANSWER_STAYS_MS)
    expect(shown()).toBeNull()
  })

  it('never follows to another page, accepted or not', async () => {
    const { read, shown, screen } = aBench()
    await read('100')
    screen.getState().go('settings')
    expect(shown()).toBeNull()
    await read('100')
    await read('100')
    expect(shown()).toBe('same_order')
    screen.getState().go('queue')
    expect(shown()).toBeNull()
  })

  it('stays while only the section of a page changes', async () => {
    const { read, shown, screen } = aBench()
    await read('100')
    screen.getState().go('order', 'lines')
    expect(shown()).toBe('order_opened')
  })
})
