import type { StoreApi } from 'zustand/vanilla'
import type { Command } from '../../../shared/domain/scanning/command'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import type { ScanFeedback } from './scan-feedback'

/** What is known about scans, and what may be done with them. */

export type FormCommands = Partial<Record<Command, () => Promise<ScanFeedback>>>

/** A form, dialog or screen that is open: scans must not go past it. The last one opened counts. */
export type OpenForm = {
  /** `null` when the form has no tracking number, or it is locked. */
  takeTracking: ((code: string) => void) | null
  /** What is open is an alarm, which a scan does not answer. */
  alarm?: boolean
  /** The form's confirming button; tells whether it went through. Missing where only a person may confirm. */
  confirm?: () => boolean | Promise<boolean>
  /** Takes a badge that is scanned here; without it a badge signs its owner in. */
  takeBadge?: (badge: string) => Promise<ScanFeedback>
  /** The form's way back. */
  close?: () => void
  /** Puts the alarm off. */
  acknowledge?: () => void
  /** What other commands mean here. */
  commands?: FormCommands
  /** Takes every code that is no command: the dock. */
  take?: (codes: readonly string[]) => Promise<ScanFeedback>
}

/** An error that stands until a person has acknowledged it. */
export type Blocking = {
  feedback: ScanFeedback
  /** Scans and commands that were refused since, and the last of them. */
  refused: number
  lastRefused: string
}

export type ScanState = {
  feedback: ScanFeedback | null
  /** Counts scans, so that the same words said again are announced again. */
  count: number
  forms: readonly OpenForm[]
  blocked: Blocking | null
  /** True while the pack panel's tracking number has the focus. */
  trackingFocused: boolean
  /** Scans are handled strictly one after the other. One with a problem is refused with what came. */
  scan(scanned: Scanned): Promise<void>
  /**
   * A command by key or touch. Dropped while another one is under way: keys bounce. What a touch asks for is refused
   * where the person looks, so it blocks nothing.
   */
  command(command: Command, by: 'key' | 'touch'): Promise<void>
  /** Puts something else in the place of the last scan. */
  say(feedback: ScanFeedback): void
  /** Returns the function that takes the form away again. The same form comes back to where it was among the others. */
  openForm(form: OpenForm): () => void
  setTrackingFocused(focused: boolean): void
  /** Reports something unusual that a person confirmed by name. */
  recordOverride(verdict: string): void
}
export type ScanStore = StoreApi<ScanState>

/** Something lies above the page, which has its own keys. */
export function isCovered({ forms, blocked }: Pick<ScanState, 'forms' | 'blocked'>): boolean {
  return forms.length > 0 || blocked !== null
}
