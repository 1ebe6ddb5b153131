import { z } from 'zod'
import { COMMAND_NAMES } from '../domain/scanning/command'
import { EVIDENCE_KINDS } from '../domain/evidence/evidence-kind'
import { call, typed } from './call'
import type { EvidenceChoices, EvidenceList, EvidenceVerdict, ExportedEvidence } from './evidence-views'
import { nothing } from './fields'
import { table, type SavedTable } from './tables'

/** As the log writes it, so that text compares as time does. */
const instant = z.iso.datetime({ precision: 3 })

/** One event that the window reports to the evidence log. */
const evidenceEntry = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** The exact text scanned; `null` for keys and touch. */
  raw: z.string().max(5_000).nullable(),
  /** What a scan may be looked up by. The line counts as scanned if one of them is a code of it. */
  codes: z.array(z.string().max(500)).max(20).default([]),
  verdict: z.string().max(100).nullable(),
  command: z.enum(COMMAND_NAMES as [string, ...string[]]).nullable(),
  orderId: z.int().nullable(),
  lineId: z.int().nullable(),
})
export type EvidenceEntry = z.input<typeof evidenceEntry>

export const evidenceCalls = {
  'evidence:record': call({
    request: z.strictObject({ entries: z.array(evidenceEntry).min(1).max(500) }),
    value: typed<null>(),
    errors: [],
    needs: 'report',
    records: 'nothing',
  }),
  'evidence:list': call({
    request: z.strictObject({
      /** Entries of this order only, even if the station no longer has it; `null` for all. */
      orderId: z.int().positive().nullable().default(null),
      /** Under this name only; empty: what the station recorded by itself. */
      operator: z.string().max(200).nullable().default(null),
      kind: z.string().max(100).nullable().default(null),
      /** Recorded from this moment on, and before that one; ISO 8601 UTC by the PC's clock. */
      from: instant.nullable().default(null),
      to: instant.nullable().default(null),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    /** Newest first. */
    value: typed<EvidenceList>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:choices': call({
    request: nothing,
    value: typed<EvidenceChoices>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:verify': call({
    request: nothing,
    value: typed<EvidenceVerdict>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:export': call({
    request: nothing,
    value: typed<ExportedEvidence>(),
    errors: ['evidence_unusable'],
    needs: 'export_evidence',
    records: { kind: 'evidence_export', done: ({ entries }) => ({ count: entries }) },
  }),
  /** Entries in words, as the window lists them. */
  'evidence:save': call({
    request: z.strictObject({ table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'export_evidence',
    records: { kind: 'evidence_export', asked: ({ table: { rows } }) => ({ count: rows.length }) },
  }),
}
