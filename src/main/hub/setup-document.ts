import { z } from 'zod'

/**
 * The warehouse's setup. One document, because an operator is worth nothing without the rule that asks for a sign-in,
 * and because one revision then decides between two supervisors. Stored at the hub and on each PC; never rename.
 * Newer versions may add fields; another format is not read.
 */
export const setupDocument = z.looseObject({
  format: z.literal(1),
  id: z.uuid(),
  version: z.int().positive(),
  /** ISO 8601 UTC by the clock of the PC that published it; only shown. */
  at: z.iso.datetime(),
  station: z.string().max(200),
  by: z.string().max(300),
  /** By section and field, such as `lock.idleMinutes`. Each value is checked by the station that takes it. */
  preferences: z.record(z.string(), z.unknown()),
  operators: z.array(z.unknown()).max(1_000),
  /** The same of what belongs to one account: see `accountAtHub`. */
  accounts: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type SetupDocument = z.output<typeof setupDocument>
