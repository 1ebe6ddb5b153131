import { z } from 'zod'

/**
 * A timestamp as the server wrote it. Kept as text: its precision is not documented, and the exact bytes are what
 * reconciliation compares. Parse it with `parseInstant` where a moment is needed.
 * @see partner-api "General conventions"
 */
export const readTimestamp = z.string()

/**
 * A timestamp we send: ISO 8601 in UTC with a literal `Z`; seconds or milliseconds precision.
 * @see partner-api "General conventions"
 */
export const writeTimestamp = z.iso.datetime({ offset: false, local: false })

/** An integer amount of cents that we send. Never negative. */
export const writeCents = z.int().nonnegative()
