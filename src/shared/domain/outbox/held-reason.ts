/**
 * Why an operation waits for a person, and what follows from that: a new reason is one row, with an answer to each question.
 * Elsewhere a reason is named only by the code that holds an operation for it, and by the words that explain it to a person.
 */

/** The questions about a reason. */
export type HoldRow = {
  /**
   * Whether the operation may have taken effect. `no`: it was refused, or never sent. `maybe`: it must not be sent again unchecked.
   * `if_sent`: `maybe`, unless it was never sent. `unread`: the marketplace could not be read, so it is read before anything is sent.
   */
  happened: 'no' | 'maybe' | 'if_sent' | 'unread'
  /**
   * `adopt`: the marketplace may show the result, but not clearly enough for the station to accept it by itself. `refund_again`: the
   * refund was looked for and not found, so a person may send it again; the station never repeats one by itself.
   */
  offers: readonly ('adopt' | 'refund_again')[]
  /**
   * What ends the hold. `read`: a read that is answered, if a read was what failed. `token`: the same, and after a 401 for the send
   * itself, which says nothing about the order; another token releases the op. `version`: a version that can read the op. `copy`: a
   * copy that shows its confirmed effect again, or a person. `clock`: a person who confirms the clock or corrects the times.
   * `person`: the marketplace was read, and what it shows leaves a choice that no further read can make.
   */
  ends: 'read' | 'token' | 'version' | 'copy' | 'clock' | 'person'
  /** Why its parcel must not leave; `null`: the hold concerns the account, the network or the clock, or no parcel. */
  stop: string | null
  /** Said at once, on whatever page is open; `null`: the outbox waits, or something else says it. */
  alarm: string | null
}

/** Stored; never rename. */
const MEANINGS = {
  // Only one more send would show whether it is taken now.
  refused: { happened: 'no', offers: [], ends: 'person', stop: 'refused', alarm: 'parcel_stopped' },
  busy: { happened: 'no', offers: [], ends: 'person', stop: 'refused', alarm: 'parcel_stopped' },
  not_found: { happened: 'no', offers: [], ends: 'read', stop: 'gone', alarm: 'parcel_stopped' },
  // What a later read shows may be somebody else's.
  unconfirmed: {
    happened: 'maybe',
    offers: ['adopt', 'refund_again'],
    ends: 'person',
    stop: null,
    alarm: null,
  },
  // What was confirmed here contradicts what others did.
  order_canceled: {
    happened: 'no',
    offers: [],
    ends: 'person',
    stop: 'order_canceled',
    alarm: 'order_canceled',
  },
  order_shipped: { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null },
  parcel_unknown: { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null },
  line_taken: {
    happened: 'no',
    offers: ['adopt'],
    ends: 'person',
    stop: 'lines_elsewhere',
    alarm: 'lines_elsewhere',
  },
  duplicate: { happened: 'maybe', offers: ['adopt'], ends: 'person', stop: 'duplicate', alarm: 'duplicate' },
  shipment_unknown: { happened: 'no', offers: [], ends: 'person', stop: 'refused', alarm: 'parcel_stopped' },
  shipment_changed: { happened: 'no', offers: [], ends: 'person', stop: 'refused', alarm: 'parcel_stopped' },
  // Only somebody who looks at the parcel knows whether it still fits; the change itself has raised the alarm.
  items_changed: { happened: 'no', offers: [], ends: 'person', stop: 'items_changed', alarm: null },
  address_changed: { happened: 'no', offers: [], ends: 'person', stop: 'address_changed', alarm: null },
  item_exists: { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null },
  item_changed: { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null },
  unreadable: { happened: 'maybe', offers: [], ends: 'version', stop: null, alarm: null },
  // `check-confirmed.ts` ends it, and raises the alarm.
  vanished: { happened: 'maybe', offers: [], ends: 'copy', stop: 'gone', alarm: null },
  forbidden: { happened: 'unread', offers: [], ends: 'token', stop: null, alarm: null },
  keeps_failing: { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null },
  cannot_look: { happened: 'unread', offers: [], ends: 'read', stop: null, alarm: null },
  // Only people know when it happened.
  clock_wrong: { happened: 'no', offers: [], ends: 'clock', stop: null, alarm: null },
  // An earlier try may be what took the rest; money goes out only on a person's word.
  above_rest: { happened: 'if_sent', offers: ['adopt'], ends: 'person', stop: null, alarm: null },
} as const satisfies Record<string, HoldRow>

export type HeldReason = keyof typeof MEANINGS
export const HELD_REASONS = Object.keys(MEANINGS) as HeldReason[]

/**
 * Of a missing reason: nothing may be sent that was not looked for. One that a newer version gave is read as `unreadable`
 * (`heldReasonOf` in `store/tables/outbox.ts`), which is as careful and says why.
 */
const UNKNOWN = {
  happened: 'maybe',
  offers: [],
  ends: 'person',
  stop: null,
  alarm: null,
} as const satisfies HoldRow

type HoldMeaning = (typeof MEANINGS)[HeldReason] | typeof UNKNOWN

/** What follows from a reason, as it is stored. */
export function meaningOfHold(reason: string | null): HoldMeaning {
  return isHeldReason(reason) ? MEANINGS[reason] : UNKNOWN
}

/** The reasons whose hold this ends. */
export function reasonsEndedBy(end: HoldRow['ends']): HeldReason[] {
  return HELD_REASONS.filter((reason) => MEANINGS[reason].ends === end)
}

export function isHeldReason(reason: string | null): reason is HeldReason {
  return reason !== null && Object.hasOwn(MEANINGS, reason)
}
