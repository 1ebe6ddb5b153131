import type { Command } from '../../../shared/domain/scanning/command'
import { deedOf, isRefusal, type CommandRefusal, type Deed } from '../../../shared/domain/scanning/commanding'
import type { ShipmentMove } from '../../../shared/domain/shipments/shipment'
import { packableIds } from './order-store'
import { nameOfLine, nameOfStation, type ScanFeedback } from './scan-feedback'
import { situationOf, type Bench } from './situation'

/** Does what the table of commands says. */

/** Orders of the queue among which the next is found; nobody skips more than these. */
const QUEUE_WINDOW = 500

/** @returns a function that carries out one command; `code` is what was scanned, empty for keys. */
export function createCommands(bench: Bench): (command: Command, code: string) => Promise<ScanFeedback> {
  const { requests, order, screen, scan } = bench

  const refuse = (command: Command, code: string, why: CommandRefusal): ScanFeedback => {
    const { order: open, chosen } = order.getState()
    const missing = packableIds(open).length - chosen.size
    return { kind: 'refused', code, command, why, missing }
  }

  const pack = async (command: Command, code: string): Promise<ScanFeedback> => {
    if (order.getState().busy !== null) return refuse(command, code, 'not_now')
    const count = order.getState().chosen.size
    screen.getState().go('order')
    const problem = await order.getState().pack()
    if (problem === 'warehouse_missing') return refuse(command, code, problem)
    if (problem?.code === 'label_used') {
      const { draft } = order.getState()
      return { kind: 'label_used', code, number: draft.trackingNumber, belongsTo: problem.orderId ?? 0 }
    }
    if (problem !== null) return { kind: 'pack_refused', code, error: problem }
    const { order: packed } = order.getState()
    return {
      kind: 'packed',
      code,
      count,
      orderId: packed?.orderId ?? 0,
      left: packableIds(packed).length,
    }
  }

  const confirmForm = async (command: Command, code: string): Promise<ScanFeedback> => {
    const confirm = scan().forms.at(-1)?.confirm
    if (!confirm) return refuse(command, code, 'needs_hand')
    const before = scan().feedback
    if (!(await confirm())) return refuse(command, code, 'needs_hand')
    // What was done may have said so already, and better.
    const { feedback: said } = scan()
    return said === null || said === before ? { kind: 'confirmed', code } : { ...said, code }
  }

  const closeForm = (command: Command, code: string): ScanFeedback => {
    const close = scan().forms.at(-1)?.close
    if (!close) return refuse(command, code, 'needs_hand')
    close()
    return { kind: 'form_closed', code }
  }

  const dropChoice = (code: string): ScanFeedback => {
    const { chosen, chooseNone } = order.getState()
    const count = chosen.size
    screen.getState().go('order')
    if (scan().feedback?.kind !== 'drop_asked') return { kind: 'drop_asked', code, count }
    chooseNone()
    return { kind: 'choice_dropped', code, count }
  }

  const takeOut = (command: Command, code: string): ScanFeedback => {
    const { order: open, chosen, toggle } = order.getState()
    // A set keeps the order in which its lines were chosen.
    const lineId = [...chosen].at(-1)
    const line = open?.lines.find((one) => one.lineId === lineId)
    if (line === undefined) return refuse(command, code, 'nothing_to_undo')
    screen.getState().go('order')
    toggle(line.lineId)
    const of = packableIds(open).length
    const left = order.getState().chosen.size
    return { kind: 'line_taken_out', code, lineId: line.lineId, line: nameOfLine(line), chosen: left, of }
  }

  const unpack = (command: Command, code: string): ScanFeedback => {
    const { order: open, packedShipment, setMoving } = order.getState()
    const shipment = open?.shipments.find(({ shipmentId }) => shipmentId === packedShipment)
    if (shipment?.moves.cancel !== 'usual') return refuse(command, code, 'nothing_to_undo')
    screen.getState().go('order')
    setMoving({ shipmentId: shipment.shipmentId, move: 'cancel' })
    return { kind: 'unpack_asked', code }
  }

  /** The first shipment of the order that may make the move, with every time proposed. */
  const startMove = (command: Command & ShipmentMove, code: string): ScanFeedback => {
    const { order: open, setMoving } = order.getState()
    const shipment = open?.shipments.find(({ moves }) => moves[command] === 'usual')
    if (shipment === undefined) return refuse(command, code, `nothing_to_${command}`)
    screen.getState().go('order')
    setMoving({ shipmentId: shipment.shipmentId, move: command, proposeTimes: true })
    return { kind: 'move_asked', code, move: command }
  }

  /** After the order on the bench and past those on others; from the last one it goes round to the oldest. */
  const openNext = async (command: Command, code: string): Promise<ScanFeedback> => {
    const whole = { view: 'to_pack', search: '', offset: 0, limit: QUEUE_WINDOW } as const
    const answer = await requests['queue:list'](whole)
    if (!answer.ok) return { kind: 'failed', code, error: answer.error }
    const { rows } = answer.value
    const present = order.getState().orderId
    const place = rows.findIndex(({ orderId }) => orderId === present)
    const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))]
    const orderId = others.find(({ bench }) => !bench)?.orderId
    if (orderId === undefined) return refuse(command, code, 'queue_empty')
    screen.getState().go('order')
    const opened = await order.getState().open(orderId)
    const { error } = order.getState()
    if (!opened && error !== null) return { kind: 'failed', code, error }
    return { kind: 'order_opened', code, orderId }
  }

  const takeOver = async (code: string): Promise<ScanFeedback> => {
    const { order: open } = order.getState()
    screen.getState().go('order')
    const who = open?.bench ? nameOfStation(open.bench) : ''
    if (scan().feedback?.kind !== 'take_asked') return { kind: 'take_asked', code, who }
    const error = await order.getState().takeOver()
    if (error !== null) return { kind: 'failed', code, error }
    return { kind: 'taken', code, orderId: open?.orderId ?? 0 }
  }

  const elsewhere = async (command: Command, code: string): Promise<ScanFeedback> => {
    const handler = scan().handlers.get(command)
    return handler === undefined ? refuse(command, code, 'not_there') : { ...(await handler()), code }
  }

  const deeds: Readonly<
    Record<Deed, (command: Command, code: string) => ScanFeedback | Promise<ScanFeedback>>
  > = {
    pack,
    confirm_form: confirmForm,
    close_form: closeForm,
    drop_choice: (_, code) => dropChoice(code),
    leave_order(_, code) {
      screen.getState().go('queue')
      return { kind: 'left_order', code }
    },
    take_out: takeOut,
    unpack,
    take_over: (_, code) => takeOver(code),
    open_next: openNext,
    clear_error: (_, code) => ({ kind: 'acknowledged', code }),
    put_alarm_aside(command, code) {
      const aside = scan().forms.at(-1)?.acknowledge
      if (!aside) return refuse(command, code, 'needs_hand')
      aside()
      return { kind: 'alarm_aside', code }
    },
    ship: (_, code) => startMove('ship', code),
    deliver: (_, code) => startMove('deliver', code),
    elsewhere,
  }

  return async (command, code) => {
    const deed = deedOf(command, situationOf(bench))
    const own = deed === 'form_open' ? scan().forms.at(-1)?.commands?.[command] : undefined
    if (own !== undefined) return { ...(await own()), code }
    return isRefusal(deed) ? refuse(command, code, deed) : deeds[deed](command, code)
  }
}
