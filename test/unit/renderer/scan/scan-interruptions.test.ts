import { describe, expect, it, vi } from 'vitest'
import { COMMAND_CODES } from '../../../../src/shared/domain/scanning/command'
import { answerOf } from '../../../../src/renderer/src/scan/scan-feedback'
import { good, refused } from '../fake-station'
import { aBench } from './a-bench'

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
      {
        ...{ kind: 'scan', raw: 'ITEM1', verdict: 'line_chosen', command: null, orderId, lineId: 1 },
        codes: ['ITEM1'],
      },
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

  it('and its ACK are filed under the order that was open when it came, also if another one is open by then', async () => {
    const bench = await blockedBench()
    await bench.order.getState().open(300)
    await bench.read('ITEM2')
    await bench.command('acknowledge')
    expect(bench.noted.slice(-2)).toMatchObject([
      { kind: 'refusal', verdict: 'blocked', orderId: 100 },
      { kind: 'acknowledged', verdict: 'foreign', orderId: 100 },
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
  it('that has buttons only stays where it is after an ACK, which answers nothing by habit', async () => {
    const bench = aBench()
    bench.scan.getState().openForm({ takeTracking: null, alarm: true, orderId: 200 })
    expect(await bench.command('acknowledge')).toMatchObject({ kind: 'alarm_open' })
    expect(bench.scan.getState().forms.at(-1)).toMatchObject({ alarm: true, orderId: 200 })
  })

  it('answered by ACK is filed under its own order, not under the one behind it', async () => {
    const bench = aBench()
    await bench.read('100')
    bench.scan.getState().openForm({ takeTracking: null, alarm: true, acknowledge: () => {}, orderId: 200 })
    await bench.command('acknowledge')
    expect(bench.noted.at(-1)).toMatchObject({ kind: 'command', verdict: 'alarm_aside', orderId: 200 })
  })

  it('put aside, or seen while the items are on the bench, is no good news', async () => {
    for (const [seen, kind] of [
      [undefined, 'alarm_aside'],
      ['parcel', 'alarm_seen'],
    ] as const) {
      const bench = aBench()
      bench.scan.getState().openForm({
        takeTracking: null,
        alarm: true,
        acknowledge: () => {},
        orderId: 200,
        ...(seen && { seen }),
      })
      const answer = await bench.command('acknowledge')
      expect(answer).toMatchObject({ kind })
      expect(answer !== null && answerOf(answer).level).toBe('warn')
      expect(bench.noted.at(-1)).toMatchObject({ kind: 'command', verdict: kind, orderId: 200 })
    }
  })

  it('that cannot be recorded as seen is only put aside, and says so', async () => {
    const bench = aBench()
    const acknowledge = () => Promise.resolve(false)
    bench.scan
      .getState()
      .openForm({ takeTracking: null, alarm: true, acknowledge, orderId: 200, seen: 'parcel' })
    expect(await bench.command('acknowledge')).toMatchObject({ kind: 'alarm_aside' })
  })

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
    bench.station.answers['packing:scan'] = () => {
      throw new Error('a fault')
    }
    expect(await bench.read('QQ')).toMatchObject({ kind: 'failed' })
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
    bench.station.answers['packing:scan'] = () => good({ kind: 'order', orderId: 100 })
    await bench.command('acknowledge')
    expect(await bench.read('100')).toMatchObject({ kind: 'order_opened' })
  })
})
