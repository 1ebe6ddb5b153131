import { z } from 'zod'
import { COMMANDS } from '../domain/command'
import { EVIDENCE_KINDS } from '../domain/evidence-kind'

/** One thing that the window reports to the evidence log. */
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
/** Entries newest first. `orderId` asks for those of one order alone, whether the station still knows it or not. */
export const evidenceListRequest = z.strictObject({
  orderId: z.int().positive().nullable().default(null),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(500),
})
export type EvidenceEntry = z.input<typeof evidenceEntry>
