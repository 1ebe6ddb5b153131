import type { z } from 'zod'

/**
 * What the fields of an order's records say about its buyer. `clear`: nothing, as long as the value is plain. `clear in any form`:
 * nothing, also as a record or a list. `buyer`: it may be personal. `table`: records that have tables of their own, and of their
 * fields as well. A table here has an entry for each field that its schema names, or it does not compile; a field without one, which
 * a later version of the marketplace may add, is the buyer's.
 */
export type Privacy = 'clear' | 'clear in any form' | 'buyer' | 'table' | PrivacyOf

/** By field. For a record, or a list of records, those of the fields in it. */
export type PrivacyOf = { readonly [field: string]: Privacy }

/** The question that a schema asks: one answer for each field that it names. */
export type PrivacyTable<Schema extends z.ZodObject> = {
  readonly [Field in keyof Schema['shape']]: Answer<RecordIn<Schema['shape'][Field]>>
}

type Answer<Schema> = Schema extends z.ZodObject
  ? 'buyer' | 'table' | PrivacyTable<Schema>
  : 'clear' | 'clear in any form' | 'buyer'

/** The schema of the record, or of the records of the list, that a field holds; `null` for a plain value. */
type RecordIn<Field> =
  Field extends z.ZodOptional<infer Inner>
    ? RecordIn<Inner>
    : Field extends z.ZodNullable<infer Inner>
      ? RecordIn<Inner>
      : Field extends z.ZodPipe<infer Inner>
        ? RecordIn<Inner>
        : Field extends z.ZodArray<infer Element>
          ? RecordIn<Element>
          : Field extends z.ZodObject
            ? Field
            : null
