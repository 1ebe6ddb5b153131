import type { OrderView } from '../../../shared/contract/views'
import type { LabelCheck } from '../../../shared/domain/carriers/carrier'
import type { Command } from '../../../shared/domain/scanning/command'
import { benchSituation, type Situation } from '../../../shared/domain/scanning/scan'
import { instructionsOpen } from '../../../shared/domain/orders/instruction'
import { serialsOpen } from '../../../shared/domain/orders/unit-serial'
import { tickedByHand } from '../../../shared/domain/orders/choice'
import type { Label } from '../../../shared/domain/shipments/label'
import type { OperatorStore } from '../stores/operator-store'
import { isBegun, isStopped, packableIds, type OrderStore } from '../stores/order-store'
import type { ScreenStore } from '../stores/screen-store'
import type { ScanFeedback } from './scan-feedback'
import type { OpenForm, ScanStore } from './scan-state'

/** The stores that decisions about scans and commands read. */
export type Bench = {
  order: OrderStore
  screen: ScreenStore
  operator: OperatorStore
  scan: ScanStore
  /** The station's setting: the label that completes an order packs it. */
  labelConfirms: () => boolean
}

/** Everything a decision depends on, apart from the scan itself and main's answers. */
export type Facts = {
  situation: Situation
  /** The open order, on screen or not. */
  order: OrderView | null
  orderId: number | null
  chosen: ReadonlySet<number>
  /** The chosen lines that were ticked by hand. */
  byHand: readonly number[]
  /** The chosen lines whose instructions are still to be confirmed. */
  toFollow: readonly number[]
  /** By which of its codes each line was scanned last. */
  lineCodes: ReadonlyMap<number, string>
  /** The chosen lines whose serial numbers are still to be scanned. */
  toProve: readonly number[]
  packedShipment: string | null
  busy: boolean
  /** The tracking number in the pack panel. */
  trackingNumber: string
  trackingFocused: boolean
  /** Of what the scan may stand for, the code to read as a label. */
  labelCode: string
  /** The code that a person was asked about last; `null` if nobody was. */
  labelAsked: string | null
  /** The pack panel's label if that code were its tracking number; of a command, the one that was asked about. */
  label: Label
  /** Whether the code is a carrier's number, and whose; empty if several carriers have such numbers. */
  labelCheck: LabelCheck
  labelOf: string
  labelConfirms: boolean
  /** A person has confirmed that this number is also on another order's parcel. */
  labelShared: boolean
  /** What the form on top accepts; `null` without a form. */
  form: FormFacts | null
  /** The unknown code that TEACH would teach, and the one that a line is asked for; `null` without one. */
  toTeach: string | null
  teaching: string | null
  /** The last answer on screen. */
  said: ScanFeedback['kind'] | null
}

export type FormFacts = {
  tracking: boolean
  badge: boolean
  confirm: boolean
  close: boolean
  acknowledge: boolean
  commands: readonly Command[]
}

/** @param codes of the scan, best first; none for commands */
export function gatherFacts(bench: Bench, codes: readonly string[]): Facts {
  const { order, orderId, chosen, packedShipment, busy, draft, ...state } = bench.order.getState()
  const { forms, feedback, blocked, trackingFocused } = bench.scan.getState()
  const situation = situationOf(bench)
  const unknown = blocked?.feedback ?? feedback
  const labelAsked = feedback?.kind === 'label_asked' ? feedback.code : null
  const labelCode = state.labelCode(codes)
  const label = state.readLabel(codes.length === 0 ? (labelAsked ?? '') : labelCode)
  const { check: labelCheck, carrier: labelOf } = state.checkLabel(labelCode)
  return {
    situation,
    order,
    orderId,
    chosen,
    byHand: tickedByHand({ chosen, ...state }),
    toFollow: instructionsOpen(order?.lines ?? [], chosen, state.followed),
    lineCodes: state.codes,
    toProve: serialsOpen(order?.lines ?? [], chosen, state.serials),
    packedShipment,
    busy: busy !== null,
    trackingNumber: draft.trackingNumber,
    trackingFocused,
    labelCode,
    labelAsked,
    label,
    labelCheck,
    labelOf,
    labelConfirms: bench.labelConfirms(),
    labelShared: state.isShared(label.trackingNumber),
    form: formFacts(forms.at(-1)),
    toTeach: unknown !== null && 'teach' in unknown ? (unknown.teach ?? null) : null,
    teaching: feedback?.kind === 'teach_asked' && TEACHES.has(situation) ? feedback.code : null,
    said: feedback?.kind ?? null,
  }
}

/** Whatever comes on top of the order gets what is scanned; the question is still there below it. */
const TEACHES: ReadonlySet<Situation> = new Set(['open', 'part', 'all', 'done'])

function formFacts(form: OpenForm | undefined): FormFacts | null {
  if (form === undefined) return null
  return {
    tracking: form.takeTracking !== null,
    badge: form.takeBadge !== undefined,
    confirm: form.confirm !== undefined,
    close: form.close !== undefined,
    acknowledge: form.acknowledge !== undefined,
    commands: Object.keys(form.commands ?? {}) as Command[],
  }
}

/** The situation the packer is in. */
function situationOf({ order, screen, operator, scan }: Bench): Situation {
  const { blocked, forms } = scan.getState()
  const form = forms.at(-1)
  if (operator.getState().locked) return 'locked'
  if (blocked !== null) return 'blocked'
  if (form?.alarm === true) return 'alarm'
  if (form?.take !== undefined) return 'handover'
  if (form !== undefined) return form.takeTracking === null ? 'form' : 'tracking_form'
  const { order: open, chosen } = order.getState()
  if (open === null || (screen.getState().screen !== 'order' && !isBegun(order.getState()))) return 'idle'
  return benchSituation({
    canceled: isStopped(open),
    elsewhere: open.bench !== null,
    choosable: packableIds(open).length,
    chosen: chosen.size,
  })
}
