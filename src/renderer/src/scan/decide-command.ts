import { deedOf, isRefusal, type Command, type CommandRefusal } from '../../../shared/domain/scanning/command'
import type { Situation } from '../../../shared/domain/scanning/scan'
import { sameInstructions } from '../../../shared/domain/orders/instruction'
import { HOLD_REASONS } from '../../../shared/domain/orders/hold-reason'
import { packableIds } from '../stores/order-store'
import { keptAlone, refuseToLeave, unitOf } from './decide'
import type { Act, Answers, Decision } from './decision'
import type { Facts } from './facts'
import { nameOfLine, nameOfStation } from './scan-feedback'

/** Decides what a command does here and now, without doing it. `code`: the scanned text, empty for keys. */
export function decideCommand(facts: Facts, command: Command, code: string, answers: Answers = {}): Decision {
  const { situation, order, chosen, form, said } = facts
  const say = (feedback: Extract<Act, { act: 'say' }>['feedback']): Decision => ({
    act: 'say',
    feedback,
    show: true,
  })
  const refuse = (why: CommandRefusal): Decision => ({
    act: 'say',
    feedback: { kind: 'refused', code, command, why, missing: packableIds(order).length - chosen.size },
  })
  const deed = deedOf(command, situation)
  if (PACKS.has(command) && TO_PACK.has(situation) && facts.toProve.length > 0) return askSerial(facts, code)
  // Before the question whether all items are there: the packer has this one in hand.
  if (PACKS.has(command) && TO_PACK.has(situation) && facts.toFollow.length > 0) return follow(facts, code)
  // CONFIRM is the answer to the question that stands there; the parcel is packed by the next one.
  if (facts.labelAsked !== null && PACKS.has(command) && situation === 'all')
    return { act: 'fill_draft', label: facts.label }
  // CANCEL is the answer to the question that stands there, and leaves what was chosen.
  if (facts.teaching !== null && command === 'cancel') return say({ kind: 'form_closed', code })
  if (deed === 'blocked') return { act: 'refuse_blocked' }
  if (deed === 'form_open' && form?.commands.includes(command)) return { act: 'form_command', command }
  if (isRefusal(deed)) return refuse(deed)
  switch (deed) {
    case 'pack':
      return facts.busy ? refuse('not_now') : { act: 'pack', command }
    case 'confirm_form':
      return form?.confirm ? { act: 'confirm_form', command } : refuse('needs_hand')
    case 'close_form':
      return form?.close ? { act: 'close_form' } : refuse('needs_hand')
    case 'answer_alarm':
      // Pressed by habit, ACK must not put off what nobody has read: such an alarm has a button for that.
      return form?.acknowledge
        ? { act: 'answer_alarm' }
        : { act: 'say', feedback: { kind: 'alarm_open', code } }
    case 'clear_error':
    case 'reprint':
    case 'toggle_batch':
      return { act: deed }
    case 'leave_order':
      return { act: 'leave_order', label: keptAlone(facts) }
    case 'drop_choice':
      if (said !== 'drop_asked') return say({ kind: 'drop_asked', code, count: chosen.size })
      return { act: 'drop_choice', count: chosen.size }
    case 'take_over':
      if (said === 'take_asked') return { act: 'take_over' }
      return say({ kind: 'take_asked', code, who: order?.bench ? nameOfStation(order.bench) : '' })
    case 'take_out': {
      // A set keeps the order in which its lines were chosen.
      const line = order?.lines.find(({ lineId }) => lineId === [...chosen].at(-1))
      if (line === undefined) return refuse('nothing_to_undo')
      const progress = { chosen: chosen.size - 1, of: packableIds(order).length }
      const { lineId } = line
      const feedback = { kind: 'line_taken_out', code, lineId, line: nameOfLine(line), ...progress } as const
      return { act: 'take_out', feedback }
    }
    case 'unpack': {
      const shipment = order?.shipments.find(({ shipmentId }) => shipmentId === facts.packedShipment)
      // Harmless only where there is no parcel: one that is there stays packed.
      if (shipment?.moves.cancel !== 'usual')
        return refuse(order?.shipments.length === 0 ? 'nothing_to_undo' : 'not_there')
      const moving = { shipmentId: shipment.shipmentId, move: 'cancel' } as const
      return { act: 'start_move', moving, feedback: { kind: 'unpack_asked', code } }
    }
    case 'ship':
    case 'deliver': {
      // The order's first shipment that may make the move.
      const shipment = order?.shipments.find(({ moves }) => moves[deed] === 'usual')
      if (shipment === undefined) return refuse(`nothing_to_${deed}`)
      const moving = { shipmentId: shipment.shipmentId, move: deed, proposeTimes: true }
      return { act: 'start_move', moving, feedback: { kind: 'move_asked', code, move: deed } }
    }
    case 'open_ship_round':
      return { act: 'open_round', mode: 'ship' }
    case 'open_deliver_round':
      return { act: 'open_round', mode: 'deliver' }
    case 'hold': {
      const hold = order?.hold ?? null
      if (hold !== null) {
        const feedback = { kind: 'release_asked', code, reason: hold.reason } as const
        return { act: 'start_hold', holding: 'release', feedback }
      }
      if (order?.canceled) return refuse('order_canceled')
      const feedback = { kind: 'hold_asked', code, reason: HOLD_REASONS[0] } as const
      return { act: 'start_hold', holding: 'hold_by_command', feedback }
    }
    case 'open_put_wall':
      return refuseToLeave(facts, code, 0) ?? { act: deed }
    case 'teach':
      if (facts.toTeach !== null) return say({ kind: 'teach_asked', code: facts.toTeach })
      return situation === 'blocked' ? { act: 'refuse_blocked' } : refuse('nothing_to_teach')
    case 'open_next': {
      const { next } = answers
      if (next === undefined) return { act: 'ask_next' }
      if (!next.ok) return { act: 'say', feedback: { kind: 'failed', code, error: next.error } }
      const orderId = next.value
      if (orderId === null) return refuse('queue_empty')
      return refuseToLeave(facts, code, orderId) ?? { act: 'open_order', orderId, codes: [], code }
    }
  }
}

const PACKS: ReadonlySet<Command> = new Set(['confirm', 'pack_part'])
const TO_PACK: ReadonlySet<Situation> = new Set(['part', 'all'])

/** The second time somebody may come who lets this one unit be packed without: its serial number may be unreadable. */
function askSerial({ order, toProve, said }: Facts, code: string): Decision {
  const feedback = { kind: 'serial_needed', code, ...unitOf(order, toProve[0] ?? 0) } as const
  if (said !== 'serial_needed') return { act: 'say', feedback, show: true }
  return { act: 'ask_units', lineIds: toProve.slice(0, 1), feedback }
}

/** Confirms the oldest open instruction, for every piece of that item that was chosen. */
function follow({ order, chosen, toFollow }: Facts, code: string): Decision {
  const lines = order?.lines ?? []
  const same = new Set(sameInstructions(lines, toFollow[0] ?? 0))
  const lineIds = toFollow.filter((lineId) => same.has(lineId))
  const line = lines.find(({ lineId }) => lineId === lineIds[0])
  const progress = {
    left: toFollow.length - lineIds.length,
    chosen: chosen.size,
    of: packableIds(order).length,
  }
  const name = line === undefined ? '' : nameOfLine(line)
  return { act: 'follow', lineIds, feedback: { kind: 'followed', code, line: name, ...progress } }
}
