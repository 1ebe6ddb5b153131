/** What FNC1 inside a GS1 code comes as. */
export const GROUP_SEPARATOR = '\u001D'

/** One scan as the scanner router hands it on. */
export type Scanned = {
  /** Exactly what came, for people and for the evidence log; control characters and all. */
  raw: string
  /**
   * What it may be looked up as, best first: the text itself, then what a GS1 element string or a trade item number
   * in it stands for (serial number, GTIN in its written lengths). Never empty, unless `problem` is set.
   */
  codes: readonly string[]
  /**
   * Why it is refused unread. `torn`: its beginning may be missing; `doubled`: the same code twice without an end
   * between; `merged`: several codes without an end between; `truncated`: its end is missing.
   */
  problem: ScanProblem | null
}

export const SCAN_PROBLEMS = ['torn', 'doubled', 'merged', 'truncated'] as const
export type ScanProblem = (typeof SCAN_PROBLEMS)[number]
