import type { StoreApi } from 'zustand/vanilla'
import type { Command } from '../../../shared/domain/scanning/command'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import type { AlarmSeen, ScanFeedback } from './scan-feedback'

/** The state of scanning, and the actions on it. */

export type FormCommands = Partial<Record<Command, () => Promise<ScanFeedback>>>

/** A form, dialog or screen that is open: scans must not pass it. The last one opened counts. */
export type OpenForm = {
  /** `null` when the form has no tracking number, or it is locked. */
  takeTracking: ((code: string) => void) | null
  /** The form is an alarm, which a scan does not answer. */
  alarm?: boolean
  /** The order that the alarm is about; absent: the open one. */
  orderId?: number | null
  /** Presses the form's confirming button; resolves to whether that succeeded. Absent if only a person may confirm. */
  confirm?: () => boolean | Promise<boolean>
  /** Accepts a badge scanned here; without it a badge signs its owner in. */
  takeBadge?: (badge: string) => Promise<ScanFeedback>
  /** Leaves the form. */
  close?: () => void
  /** What ACK does to an alarm. Absent: it takes one of the alarm's buttons. */
  acknowledge?: () => void | Promise<boolean>
  /** `acknowledge` answers it for good, unless it resolves to false: then it is postponed. What the person does now. */
  seen?: AlarmSeen
  /** The effects of other commands here. */
  commands?: FormCommands
  /** Accepts every code that is not a command: the dock. */
  take?: (codes: readonly string[]) => Promise<ScanFeedback>
}

/** An error that stays until a person has acknowledged it. */
export type Blocking = {
  feedback: ScanFeedback
  /** The order it is filed under in the evidence log, and everything that follows until it is acknowledged. */
  orderId: number | null
  /** Scans and commands refused since then, and the last of them. */
  refused: number
  lastRefused: string
}

export type ScanState = {
  /** The answer on screen; an accepted one fades, and none follows to another page. */
  feedback: ScanFeedback | null
  /** The kind of the last answer, also once it has faded. */
  lastKind: ScanFeedback['kind'] | null
  /** Counts scans, so that a repeated answer is announced again. */
  count: number
  forms: readonly OpenForm[]
  blocked: Blocking | null
  /** True while the pack panel's tracking number has the focus. */
  trackingFocused: boolean
  /** Scans are handled strictly one after the other. One with a problem is refused, with the text received. */
  scan(scanned: Scanned): Promise<void>
  /**
   * A command by key or touch. Dropped while another one is in progress: keys bounce. A refused touch is answered where
   * the person is looking, so it does not block.
   */
  command(command: Command, by: 'key' | 'touch'): Promise<void>
  /** A line's box, by mouse, touch or key; where every item must be scanned, a supervisor is asked first. */
  toggle(lineId: number): void
  chooseAll(): void
  /** Whether ticking by hand asks a supervisor: every item must be scanned here, and nobody who may allow it is signed in. */
  asksForHand(): boolean
  /** Replaces the answer to the last scan. */
  say(feedback: ScanFeedback): void
  /** As `say`, after the answer to what is being scanned now. */
  sayNext(feedback: ScanFeedback): void
  /** Returns the function that removes the form. A form that is opened again returns to its place among the others. */
  openForm(form: OpenForm): () => void
  /** While orders of one item are packed by the scan of the item: how many were so far. `null` while they are not. */
  batch: number | null
  setTrackingFocused(focused: boolean): void
  /** Records something unusual that a person explicitly confirmed. */
  recordOverride(verdict: string): void
}
export type ScanStore = StoreApi<ScanState>

/** Whether something lies above the page, and its keys apply. */
export function isCovered({ forms, blocked }: Pick<ScanState, 'forms' | 'blocked'>): boolean {
  return forms.length > 0 || blocked !== null
}
