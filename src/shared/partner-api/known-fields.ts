import { z } from 'zod'

/**
 * The fields that a schema names: for each the fields of the record, or of the records of the list, that it holds;
 * `null` for a plain value.
 */
export type KnownFields = { readonly [name: string]: KnownFields | null }

/** The fields that `schema` names, however deep. */
export function knownFields(schema: z.ZodObject): KnownFields {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, fieldsWithin(field as z.ZodType)]),
  )
}

function fieldsWithin(schema: z.ZodType): KnownFields | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsWithin(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return fieldsWithin(schema.in as z.ZodType)
  if (schema instanceof z.ZodArray) return fieldsWithin(schema.element as z.ZodType)
  return schema instanceof z.ZodObject ? knownFields(schema) : null
}
