import { describe, expect, it, vi } from 'vitest'
import { COMMAND_CODES } from '../../../../src/shared/domain/scanning/command'
import { anOrder, good, refused } from '../fake-station'

import { aBench, SHIPMENT } from './a-bench'

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
    bench.station.answers['packing:pack'] = () => refused('order_canceled')
    expect(await bench.command('confirm')).toMatchObject({ kind: 'pack_refused' })
    expect(bench.scan.getState().blocked).not.toBeNull()
    expect(bench.order.getState().chosen.size).toBe(2)
  })

  it('block nothing when a button was pressed: the refusal is shown next to it', async () => {
    const bench = aBench()
    await bench.read('100', 'ITEM1')
    bench.station.answers['packing:pack'] = () => refused('clock_differs')
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
    expect(bench.station.asked.some(({ channel }) => channel === 'packing:move')).toBe(false)
  })

  it('leaves an earlier shipment alone', async () => {
    const bench = aBench()
    bench.show([1], {})
    await bench.read('100')
    expect(await bench.command('undo')).toMatchObject({ kind: 'refused', why: 'not_there' })
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
    bench.station.answers['packing:next'] = () => good(null)
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
    bench.station.answers['packing:open'] = () => good(anOrder(100, { hold: HOLD }))
    await bench.read('100')
    expect(await bench.command('hold')).toMatchObject({ kind: 'release_asked', reason: 'Box wet' })
    expect(bench.order.getState().holding).toBe('release')
  })

  it('is refused for a canceled order, which nobody packs anyway', async () => {
    const bench = aBench()
    bench.station.answers['packing:open'] = () => good(anOrder(100, { canceled: true }))
    await bench.read('100')
    await bench.command('acknowledge')
    expect(await bench.command('hold')).toMatchObject({ kind: 'refused', why: 'order_canceled' })
    expect(bench.order.getState().holding).toBeNull()
  })
})
