/** The character that stands for FNC1 inside a GS1 code. */
export const GROUP_SEPARATOR = '\u001D'

/** One scan as delivered by the scan router. */
export type Scanned = {
  /** The exact text received, control characters included, for people and for the evidence log. */
  raw: string
  /**
   * Texts to look it up by, best first: the text itself, then the serial number or GTIN (in its written lengths) of a
   * GS1 element string or trade item number. Never empty, unless `problem` is set.
   */
  codes: readonly string[]
  /**
   * Why it is refused unread. `torn`: its beginning may be missing; `doubled`: the same code twice without an end in
   * between; `merged`: several codes without an end in between; `truncated`: its end is missing; `uncalibrated`: too short
   * or too halting for this station's settings, but faster than anybody types; `label_2d`: a carrier's 2D code in which no
   * tracking number can be read.
   */
  problem: ScanProblem | null
  /** From a carrier's 2D code, which has the receiver's address in it: `codes` are the numbers in it. */
  from2d?: true
  /** When its first and last character came, in ms of the window's clock; unknown for what was not typed. */
  typed?: { fromMs: number; toMs: number }
  /** It was handled once, led to another page, and is meant for that, too: it is counted as one scan. */
  isAgain?: true
}

export const SCAN_PROBLEMS = ['torn', 'doubled', 'merged', 'truncated', 'uncalibrated', 'label_2d'] as const
export type ScanProblem = (typeof SCAN_PROBLEMS)[number]
