import type { Op } from '../../store/tables/outbox'

/** The op's frozen body, parsed by a schema, or `null` when this version cannot read it. */
export function bodyOf<T>(
  op: Pick<Op, 'body'>,
  schema: { safeParse(raw: unknown): { success: boolean; data?: T } },
): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(op.body))
    return parsed.success ? (parsed.data ?? null) : null
  } catch {
    return null
  }
}

/** The body of an op already found readable. */
export function knownBody<T>(op: Op, schema: { safeParse(raw: unknown): { success: boolean; data?: T } }): T {
  const body = bodyOf(op, schema)
  if (body === null) throw new Error(`op ${op.seq} cannot be read`)
  return body
}
