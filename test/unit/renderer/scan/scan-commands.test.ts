import { describe, expect, it, vi } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { PrintDocument } from '../../../../src/shared/contract/print'
import type { QueueRow, ScanResolution, ShipmentView } from '../../../../src/shared/contract/views'
import type { HandoverMode } from '../../../../src/shared/domain/shipments/handover'
import { COMMAND_CODES, type Command } from '../../../../src/shared/domain/scanning/command'
import type { ToneName } from '../../../../src/shared/domain/scanning/scan-answer'
import { aLine, anOrder, aShipment, fakeStation, good, refused, scanned } from '../fake-station'

const SHIPMENT = aShipment()
const CODES = new Map<string, ScanResolution>([
  ['100', { kind: 'order', orderId: 100 }],
  ['ELSE', { kind: 'item', orderId: 200, lineId: 21 }],
])

/** Order 100 with two units, `packed` of which are in a shipment. */
function order100(packed: readonly number[] = [], shipment: Partial<ShipmentView> = {}) {
  const { shipmentId } = SHIPMENT
  const lines = [1, 2].map((id) => aLine(id, packed.includes(id) ? { shipmentId } : {}))
  return anOrder(100, { lines, shipments: packed.length > 0 ? [{ ...SHIPMENT, ...shipment }] : [] })
}

function aBench(warehouseId: number | null = 7, lastPrinted: PrintDocument | null = null) {
  let present = order100()
  const station = fakeStation({
    'order:open': ({ orderId }) => good(orderId === 100 ? present : anOrder(orderId)),
    'scan:resolve': ({ codes }) =>
      good(codes.map((code) => CODES.get(code)).find(Boolean) ?? { kind: 'unknown' }),
    'shipment:pack': ({ lineIds }) => {
      present = order100([...lineIds])
      return good({ shipmentId: SHIPMENT.shipmentId, seq: 1, order: present })
    },
    'queue:list': () => good({ total: 3, rows: [100, 200, 300].map((orderId) => ({ orderId }) as QueueRow) }),
  })
  const heard: ToneName[] = []
  const noted: Record<string, unknown>[] = []
  const rounds: HandoverMode[] = []
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId }))
  const scan = createScanStore(
    station.bridge,
    { order, screen, operator },
    {
      play: (tone) => heard.push(tone),
      record: (entry) => noted.push(entry),
      reprint: () => lastPrinted,
      openRound: (mode) => rounds.push(mode),
    },
  )
  const read = async (...codes: string[]) => {
    for (const code of codes) await scan.getState().scan(scanned(code))
    return scan.getState().feedback
  }
  return {
    station,
    screen,
    order,
    operator,
    scan,
    heard,
    noted,
    rounds,
    read,
    command: (...commands: Command[]) => read(...commands.map((command) => COMMAND_CODES[command])),
    packs: () => station.asked.filter(({ channel }) => channel === 'shipment:pack').length,
    show: (packed: readonly number[], shipment: Partial<ShipmentView>) => {
      present = order100(packed, shipment)
    },
  }
}

describe('CONFIRM and PACK PART', () => {
  it('pack once everything is scanned', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1', 'ITEM2')
    expect(bench.heard).toEqual(['accepted', 'accepted', 'complete'])
    expect(await bench.command('confirm')).toMatchObject({ kind: 'packed', count: 2, left: 0 })
    expect(await bench.command('confirm')).toMatchObject({ kind: 'refused', why: 'all_packed' })
    expect(bench.packs()).toBe(1)
  })

  it('pack a part only with its own command', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    expect(await bench.command('confirm')).toMatchObject({
      kind: 'refused',
      why: 'lines_missing',
      missing: 1,
    })
    expect(bench.packs()).toBe(0)
    expect(await bench.command('pack_part')).toMatchObject({ kind: 'packed', count: 1, left: 1 })
  })

  it('pack by key on any page, and once even if the key bounces', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1', 'ITEM2')
    bench.screen.getState().go('outbox')
    const { command } = bench.scan.getState()
    await Promise.all([command('confirm', 'key'), command('confirm', 'key')])
    expect(bench.packs()).toBe(1)
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'packed', code: '' })
    expect(bench.screen.getState().screen).toBe('order')
  })

  it('say what is missing or why the station refused, and keep the scanned lines', async () => {
    const bench = aBench(null)
    await bench.read('100', 'ITEM1', 'ITEM2')
    expect(await bench.command('confirm')).toMatchObject({ kind: 'refused', why: 'warehouse_missing' })
    bench.order.getState().setDraft({ warehouseId: 7 })
    bench.station.answers['shipment:pack'] = () => refused('order_canceled')
    expect(await bench.command('confirm')).toMatchObject({ kind: 'pack_refused' })
    expect(bench.scan.getState().blocked).not.toBeNull()
    expect(bench.order.getState().chosen.size).toBe(2)
  })

  it('block nothing when a button was pressed: the refusal is shown next to it', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    bench.station.answers['shipment:pack'] = () => refused('clock_differs')
    await bench.scan.getState().command('pack_part', 'touch')
    expect(bench.scan.getState().blocked).toBeNull()
    expect(bench.order.getState().packProblem).toMatchObject({ code: 'clock_differs' })
  })
})

describe('CANCEL', () => {
  it('discards the selection only the second time in a row', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    expect(await bench.command('cancel')).toMatchObject({ kind: 'drop_asked', count: 1 })
    await bench.read('ITEM2')
    expect(await bench.command('cancel')).toMatchObject({ kind: 'drop_asked', count: 2 })
    expect(bench.order.getState().chosen.size).toBe(2)
    expect(await bench.command('cancel')).toMatchObject({ kind: 'choice_dropped', count: 2 })
    expect(bench.order.getState().chosen.size).toBe(0)
    expect(await bench.command('cancel')).toMatchObject({ kind: 'left_order' })
    expect(bench.screen.getState().screen).toBe('queue')
  })

  it('closes the open form, and nothing below it', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    const close = vi.fn()
    bench.scan.getState().openForm({ takeTracking: null, close })
    expect(await bench.command('cancel')).toMatchObject({ kind: 'form_closed' })
    expect(close).toHaveBeenCalledOnce()
    expect(bench.order.getState().chosen.size).toBe(1)
  })
})

describe('CONFIRM in a form', () => {
  it('presses the form’s own button', async () => {
    const bench = aBench()
    const confirm = vi.fn(() => true)
    bench.scan.getState().openForm({ takeTracking: null, confirm })
    expect(await bench.command('confirm')).toMatchObject({ kind: 'confirmed' })
    expect(confirm).toHaveBeenCalledOnce()
  })

  it('says that the form refuses, and where only a hand may answer', async () => {
    const bench = aBench()
    const close = bench.scan.getState().openForm({ takeTracking: null, confirm: () => false })
    expect(await bench.command('confirm')).toMatchObject({ kind: 'refused', why: 'needs_hand' })
    close()
    bench.scan.getState().openForm({ takeTracking: null })
    expect(await bench.command('confirm')).toMatchObject({ kind: 'refused', why: 'needs_hand' })
  })
})

describe('a command that a form handles itself', () => {
  it('runs there, and only while the form is on top', async () => {
    const bench = aBench()
    const asked = { kind: 'hold_asked', code: '', reason: 'damaged' } as const
    bench.scan.getState().openForm({ takeTracking: null, commands: { hold: async () => asked } })
    expect(await bench.command('hold')).toEqual({ ...asked, code: COMMAND_CODES.hold })
    bench.scan.getState().openForm({ takeTracking: null, alarm: true })
    expect(await bench.command('hold')).toMatchObject({ kind: 'refused', why: 'alarm_open' })
  })
})

describe('UNDO', () => {
  it('removes the line scanned last, one after another', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM2', 'ITEM1')
    expect(await bench.command('undo')).toMatchObject({ kind: 'line_taken_out', lineId: 1, chosen: 1 })
    expect(await bench.command('undo')).toMatchObject({ kind: 'line_taken_out', lineId: 2, chosen: 0 })
    expect(await bench.command('undo')).toMatchObject({ kind: 'refused', why: 'nothing_to_undo' })
    expect(bench.noted.filter(({ kind }) => kind === 'undo')).toMatchObject([
      { lineId: 1, orderId: 100, command: 'undo', raw: COMMAND_CODES.undo },
      { lineId: 2 },
    ])
  })

  it('offers to cancel the shipment just packed, and does not do it', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    await bench.command('pack_part')
    expect(await bench.command('undo')).toMatchObject({ kind: 'unpack_asked' })
    expect(bench.order.getState().moving).toEqual({ shipmentId: SHIPMENT.shipmentId, move: 'cancel' })
    expect(bench.station.asked.some(({ channel }) => channel === 'shipment:move')).toBe(false)
  })

  it('leaves an earlier shipment alone', async () => {
    const bench = aBench()
    bench.show([1], {})
    await bench.read('100')
    expect(await bench.command('undo')).toMatchObject({ kind: 'refused', why: 'nothing_to_undo' })
  })
})

describe('NEXT, SHIP and DELIVER', () => {
  it('opens the order after this one, round to the first, and not while lines are chosen', async () => {
    const bench = aBench()
    expect(await bench.command('next')).toMatchObject({ kind: 'order_opened', orderId: 100 })
    expect(await bench.command('next')).toMatchObject({ kind: 'order_opened', orderId: 200 })
    expect(await bench.command('next', 'next')).toMatchObject({ orderId: 100 })
    await bench.read('ITEM1')
    expect(await bench.command('next')).toMatchObject({ kind: 'refused', why: 'lines_chosen' })
    expect(bench.order.getState().orderId).toBe(100)
  })

  it('says when no other order waits', async () => {
    const bench = aBench()
    bench.station.answers['queue:list'] = () => good({ total: 0, rows: [] })
    expect(await bench.command('next')).toMatchObject({ kind: 'refused', why: 'queue_empty' })
  })

  it('opens the form of the next shipment, with its times proposed', async () => {
    const bench = aBench()
    await bench.read('100')
    expect(await bench.command('ship')).toMatchObject({ kind: 'refused', why: 'nothing_to_ship' })
    bench.show([1, 2], { moves: { ship: 'usual', deliver: 'unusual', cancel: 'usual' } })
    await bench.order.getState().reload()
    expect(await bench.command('deliver')).toMatchObject({ kind: 'refused', why: 'nothing_to_deliver' })
    expect(await bench.command('ship')).toMatchObject({ kind: 'move_asked', move: 'ship' })
    expect(bench.order.getState().moving).toEqual({
      shipmentId: SHIPMENT.shipmentId,
      move: 'ship',
      proposeTimes: true,
    })
  })
})

describe('SHIP and DELIVER with no order on the bench', () => {
  it('open the dock', async () => {
    const bench = aBench()
    expect(await bench.command('ship')).toMatchObject({ kind: 'round_opened', mode: 'ship' })
    expect(await bench.command('deliver')).toMatchObject({ kind: 'round_opened', mode: 'deliver' })
    expect(bench.rounds).toEqual(['ship', 'deliver'])
  })
})

describe('REPRINT', () => {
  it('prints again, or says that nothing was printed yet', async () => {
    expect(await aBench().command('reprint')).toMatchObject({
      kind: 'print_failed',
      error: { code: 'nothing_to_print' },
    })
    const bench = aBench(7, { kind: 'command_sheet' })
    expect(await bench.command('reprint')).toMatchObject({ kind: 'reprinting' })
  })
})

describe('HOLD', () => {
  const HOLD = { reason: 'Box wet', heldBy: 'Ann', heldAt: '2026-11-21T10:42:00.000Z' }

  it('asks for the reason from whatever page is looked at', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    bench.screen.getState().go('outbox')
    expect(await bench.command('hold')).toMatchObject({ kind: 'hold_asked', reason: 'missing' })
    expect(bench.screen.getState().screen).toBe('order')
    expect(bench.order.getState().holding).toBe('hold_by_command')
  })

  it('asks whether to take a hold off', async () => {
    const bench = aBench()
    bench.station.answers['order:open'] = () => good(anOrder(100, { hold: HOLD }))
    await bench.read('100')
    expect(await bench.command('hold')).toMatchObject({ kind: 'release_asked', reason: 'Box wet' })
    expect(bench.order.getState().holding).toBe('release')
  })

  it('is refused for a canceled order, which nobody packs anyway', async () => {
    const bench = aBench()
    bench.station.answers['order:open'] = () => good(anOrder(100, { canceled: true }))
    await bench.read('100')
    await bench.command('acknowledge')
    expect(await bench.command('hold')).toMatchObject({ kind: 'refused', why: 'order_canceled' })
    expect(bench.order.getState().holding).toBeNull()
  })
})

describe('a form', () => {
  it('may be the dock: it takes every code that is no command', async () => {
    const bench = aBench()
    const taken: string[][] = []
    bench.scan.getState().openForm({
      takeTracking: null,
      take: async (codes) => {
        taken.push([...codes])
        return { kind: 'confirmed', code: codes[0] ?? '' }
      },
    })
    await bench.read('1Z999', '100')
    expect(taken).toEqual([['1Z999'], ['100']])
    expect(bench.order.getState().orderId).toBeNull()
  })
})

describe('a blocking error', () => {
  const blockedBench = async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1', 'ELSE')
    expect(bench.scan.getState().blocked?.feedback).toMatchObject({ kind: 'foreign', code: 'ELSE' })
    return bench
  }

  it('stays until ACK, and refuses scans and commands audibly meanwhile', async () => {
    const bench = await blockedBench()
    bench.heard.length = 0
    await bench.read('ITEM2')
    await bench.command('pack_part')
    await bench.scan.getState().command('confirm', 'key')
    expect(bench.heard).toEqual(['alarm', 'alarm', 'alarm'])
    expect(bench.scan.getState().blocked).toMatchObject({ refused: 3, feedback: { kind: 'foreign' } })
    expect(bench.order.getState().chosen.size).toBe(1)
    expect(bench.packs()).toBe(0)
    expect(await bench.command('acknowledge')).toMatchObject({ kind: 'acknowledged' })
    expect(bench.scan.getState().blocked).toBeNull()
    expect(await bench.read('ITEM2')).toMatchObject({ kind: 'line_chosen', chosen: 2 })
  })

  it('is cleared by its key too, and only by ACK', async () => {
    const bench = await blockedBench()
    bench.scan.getState().say({ kind: 'left_order', code: '' })
    expect(bench.scan.getState().blocked).not.toBeNull()
    await bench.scan.getState().command('acknowledge', 'key')
    expect(bench.scan.getState().blocked).toBeNull()
    expect(await bench.command('acknowledge')).toMatchObject({ kind: 'refused', why: 'nothing_to_clear' })
  })

  it('records everything in the evidence log, exactly as scanned', async () => {
    const bench = await blockedBench()
    await bench.read(' ITEM2\u001d')
    await bench.command('acknowledge')
    const orderId = 100
    expect(bench.noted).toEqual([
      { kind: 'scan', raw: '100', verdict: 'order_opened', command: null, orderId, lineId: null },
      { kind: 'scan', raw: 'ITEM1', verdict: 'line_chosen', command: null, orderId, lineId: 1 },
      { kind: 'refusal', raw: 'ELSE', verdict: 'foreign', command: null, orderId, lineId: null },
      { kind: 'refusal', raw: ' ITEM2\u001d', verdict: 'blocked', command: null, orderId, lineId: null },
      {
        kind: 'acknowledged',
        raw: COMMAND_CODES.acknowledge,
        verdict: 'foreign',
        command: 'acknowledge',
        orderId,
        lineId: null,
      },
    ])
  })

  it('reveals no badge scanned meanwhile: it is a key', async () => {
    const bench = await blockedBench()
    await bench.read('PBXBBCDEFGHIJKLN')
    expect(bench.scan.getState().blocked).toMatchObject({ refused: 1, lastRefused: '••••' })
    expect(JSON.stringify(bench.scan.getState())).not.toContain('BCDEFG')
    await bench.command('acknowledge')
    const badge = 'PBXBBCDEFGHIJKLN'
    await bench.scan.getState().scan({ raw: badge + badge, codes: [], problem: 'doubled' })
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'doubled', code: '••••••••' })
    expect(JSON.stringify(bench.noted)).not.toContain('BCDEFG')
  })

  it('is not raised by a unit scanned twice: that is shown, heard, and gone with the next scan', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1', 'ITEM1')
    expect(bench.heard.at(-1)).toBe('already')
    expect(bench.scan.getState().blocked).toBeNull()
    expect(await bench.read('ITEM2')).toMatchObject({ kind: 'line_chosen', chosen: 2 })
  })
})

describe('a locked station', () => {
  it('runs no command, and blocks nothing either', async () => {
    const bench = aBench()
    bench.operator.setState({ locked: true })
    expect(await bench.command('next')).toMatchObject({ kind: 'refused', why: 'locked' })
    expect(bench.order.getState().orderId).toBeNull()
    expect(bench.scan.getState().blocked).toBeNull()
  })

  it('never writes a badge into the evidence log: it is a key', async () => {
    const bench = aBench()
    bench.station.answers['operators:sign-in'] = () => refused('badge_unknown')
    await bench.read('PBXBBCDEFGHIJKLN')
    expect(bench.noted).toMatchObject([{ kind: 'refusal', verdict: 'badge_refused', raw: '••••' }])
  })
})

describe('an alarm', () => {
  it('is postponed by ACK, and answered by no other command', async () => {
    const bench = aBench()
    const acknowledge = vi.fn()
    bench.scan.getState().openForm({ takeTracking: null, alarm: true, acknowledge })
    expect(await bench.command('confirm')).toMatchObject({ kind: 'refused', why: 'alarm_open' })
    expect(await bench.read('100')).toEqual({ kind: 'alarm_open', code: '100' })
    expect(acknowledge).not.toHaveBeenCalled()
    expect(await bench.command('acknowledge')).toMatchObject({ kind: 'alarm_aside' })
    expect(acknowledge).toHaveBeenCalledOnce()
  })
})

describe('a scan', () => {
  it('with several possible codes is looked up as each, the best first', async () => {
    const bench = aBench()
    await bench.scan.getState().scan({ raw: ']C1x', codes: ['x', '100'], problem: null })
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'order_opened', orderId: 100, code: 'x' })
    expect(bench.noted.at(-1)).toMatchObject({ raw: ']C1x' })
    await bench.scan.getState().scan({ raw: ']C1y', codes: ['y', 'ITEM2'], problem: null })
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'line_chosen', lineId: 2 })
  })

  it('after one that crashed the handler is handled as usual', async () => {
    const bench = aBench()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    bench.station.answers['scan:resolve'] = () => {
      throw new Error('a fault')
    }
    expect(await bench.read('QQ')).toMatchObject({ kind: 'failed' })
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
    bench.station.answers['scan:resolve'] = () => good({ kind: 'order', orderId: 100 })
    await bench.command('acknowledge')
    expect(await bench.read('100')).toMatchObject({ kind: 'order_opened' })
  })
})
