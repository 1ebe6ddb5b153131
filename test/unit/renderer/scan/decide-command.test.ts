import { describe, expect, it } from 'vitest'
import { decideCommand } from '../../../../src/renderer/src/scan/decide-command'
import type { Answers } from '../../../../src/renderer/src/scan/decision'
import { gatherFacts, type Facts } from '../../../../src/renderer/src/scan/facts'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import { COMMAND_NAMES, deedOf, isRefusal } from '../../../../src/shared/domain/scanning/command'
import { SITUATIONS } from '../../../../src/shared/domain/scanning/scan'
import { anOrder, aShipment, fakeStation, good, refused, silent } from '../fake-station'

const NO_FORM = {
  tracking: false,
  badge: false,
  confirm: false,
  close: false,
  acknowledge: false,
  commands: [],
}
const SHIPMENT = aShipment()

function aBench() {
  const { bridge } = fakeStation({})
  const order = createOrderStore(bridge, () => ({ carrier: '', warehouseId: 7 }))
  const stores = { order, screen: createScreenStore(), operator: createOperatorStore(bridge) }
  return { ...stores, scan: createScanStore(bridge, stores, silent()), labelConfirms: () => false }
}

function facts(over: Partial<Facts> = {}): Facts {
  return { ...gatherFacts(aBench(), []), order: anOrder(100), orderId: 100, ...over }
}

it('depends on nothing but plain data', () => {
  const bench = aBench()
  bench.scan.getState().openForm({ takeTracking: () => undefined, confirm: () => true, commands: {} })
  const gathered = gatherFacts(bench, ['X'])
  expect(structuredClone(gathered)).toEqual(gathered)
  expect(gathered).toMatchObject({ situation: 'tracking_form', form: { tracking: true, confirm: true } })
})

describe.each(SITUATIONS)('while %s', (situation) => {
  it.each(COMMAND_NAMES)('%s is refused with the reason in the table', (command) => {
    const deed = deedOf(command, situation)
    const decision = decideCommand(facts({ situation, form: NO_FORM }), command, 'C')
    if (deed === 'blocked') expect(decision.act).toBe('refuse_blocked')
    else if (isRefusal(deed))
      expect(decision).toMatchObject({ feedback: { kind: 'refused', command, why: deed } })
    else expect(decision).not.toMatchObject({ feedback: { why: 'form_open' } })
  })
})

describe('a form', () => {
  it.each([
    ['confirm', 'form', { confirm: true }, 'confirm_form'],
    ['cancel', 'form', { close: true }, 'close_form'],
    ['acknowledge', 'alarm', { acknowledge: true }, 'answer_alarm'],
    ['hold', 'form', { commands: ['hold' as const] }, 'form_command'],
  ] as const)('takes %s in a(n) %s only where it says so', (command, situation, form, act) => {
    expect(decideCommand(facts({ situation, form: { ...NO_FORM, ...form } }), command, '').act).toBe(act)
    expect(decideCommand(facts({ situation, form: NO_FORM }), command, '').act).toBe('say')
  })
})

describe('asking twice', () => {
  it('drops the choice at the second CANCEL in a row, and takes over at the second CONFIRM', () => {
    const part = facts({ situation: 'part', chosen: new Set([1]) })
    expect(decideCommand(part, 'cancel', '')).toMatchObject({ feedback: { kind: 'drop_asked', count: 1 } })
    expect(decideCommand({ ...part, said: 'drop_asked' }, 'cancel', '').act).toBe('drop_choice')
    const there = facts({ situation: 'elsewhere' })
    expect(decideCommand(there, 'confirm', '')).toMatchObject({ feedback: { kind: 'take_asked' } })
    expect(decideCommand({ ...there, said: 'take_asked' }, 'confirm', '').act).toBe('take_over')
  })
})

describe('NEXT', () => {
  const next = (answer: Answers['next']) =>
    decideCommand(facts({ situation: 'idle', orderId: 1 }), 'next', 'C', answer && { next: answer })

  it('asks main which order is next, and opens it', () => {
    expect(decideCommand(facts({ situation: 'idle' }), 'next', '').act).toBe('ask_next')
    expect(next(refused('database_error'))).toMatchObject({ feedback: { kind: 'failed' } })
    expect(next(good(2))).toMatchObject({ act: 'open_order', orderId: 2 })
    expect(next(good(null))).toMatchObject({ feedback: { kind: 'refused', why: 'queue_empty' } })
  })
})

describe('on the bench', () => {
  it('packs only while nothing else is under way', () => {
    expect(decideCommand(facts({ situation: 'all' }), 'confirm', '').act).toBe('pack')
    expect(decideCommand(facts({ situation: 'all', busy: true }), 'confirm', '')).toMatchObject({
      feedback: { why: 'not_now' },
    })
  })

  it('ships and unpacks what may be', () => {
    const done = facts({ situation: 'done', order: anOrder(100, { shipments: [SHIPMENT] }) })
    const { shipmentId } = SHIPMENT
    const moving = { shipmentId, move: 'ship', proposeTimes: true }
    expect(decideCommand(done, 'ship', '')).toMatchObject({ act: 'start_move', moving })
    expect(decideCommand(done, 'undo', '')).toMatchObject({ feedback: { why: 'not_there' } })
    expect(decideCommand({ ...done, packedShipment: shipmentId }, 'undo', '')).toMatchObject({
      moving: { shipmentId, move: 'cancel' },
    })
  })
})
