import { z } from 'zod'
import { COMMANDS } from '../domain/command'

/**
 * What the window reports to the evidence log: everything that was scanned or keyed at the bench and what the station
 * answered. Main adds the time, the operator and the chain. Ops (pack, ship, correct, discard …) are recorded by main
 * itself. Stored; never rename.
 */
export const EVIDENCE_KINDS = [
  /** A scan that was taken; `verdict` says as what. */
  'scan',
  /** A scan that was refused; `verdict` says why. */
  'refusal',
  /** A blocking error that a person cleared. */
  'acknowledged',
  /** A command by barcode or key; `command` names it. */
  'command',
  /** A line that was taken out of the choice again. */
  'undo',
  /** Something unusual that a person confirmed by name. */
  'override',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const evidenceEntry = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** Exactly what was scanned; `null` for keys and touch. */
  raw: z.string().max(5_000).nullable(),
  verdict: z.string().max(100).nullable(),
  command: z.enum(COMMANDS as [string, ...string[]]).nullable(),
  orderId: z.int().nullable(),
  lineId: z.int().nullable(),
  /** ISO 8601 UTC by the PC's clock, when it happened at the bench. */
  at: z.string().max(40),
})
export type EvidenceEntry = z.input<typeof evidenceEntry>
