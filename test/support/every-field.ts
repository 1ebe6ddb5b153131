import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { readItem, writeAttributes } from '../../src/shared/partner-api/item'
import { readOrder } from '../../src/shared/partner-api/order'

/**
 * An order and an item with a value of their own in each field that the schemas name, made from the schemas: a field
 * that is added to them is here, too. Each record, however deep, has one more field that no version knows.
 */

/** A value and the field that holds it, such as `order_lines.tax`. */
export type FilledField = { path: string; name: string; value: string | number | boolean }

export type Filled = { record: Record<string, unknown>; fields: FilledField[] }

/** Not a number that occurs in a time, nor part of another one. */
const FIRST_NUMBER = 7_654_321
const STEP = 1_237
const FIRST_TIME_MS = Date.parse('2025-02-03T04:05:06Z')
/** An odd number of seconds, so that times differ in each part. */
const TIME_STEP_MS = 97_001_000

export const ORDER_ID = 4_711_001
export const ITEM_NUMBER = 'item-4711'

/** An order whose every field has a value. */
export function fillOrder(): Filled {
  const filled = fill(readOrder, 'order')
  // Opened by its number, and it is to be seen in the queue: its state and its reason would take it from there.
  Object.assign(filled.record, { id: ORDER_ID })
  return filled
}

/** An item whose every field has a value. */
export function fillItem(): Filled {
  const read = readItem.extend({
    attributes: z.looseObject({
      ...readItem.shape.attributes.unwrap().unwrap().shape,
      ...attributesWritten(),
    }),
  })
  const filled = fill(read, 'item')
  Object.assign(filled.record, { item_number: ITEM_NUMBER })
  return filled
}

/** The document's attributes: those that are read by name and those that are only written by name. */
function attributesWritten(): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(writeAttributes.shape).filter(([, schema]) => schema.unwrap() instanceof z.ZodString),
  )
}

function fill(schema: z.ZodObject, root: string): Filled {
  const fields: FilledField[] = []
  let made = 0
  const note = (path: string, value: FilledField['value']) => {
    fields.push({ path, name: path.slice(path.lastIndexOf('.') + 1), value })
    return value
  }
  const valueOf = (type: z.ZodType, path: string): unknown => {
    made += 1
    if (type instanceof z.ZodOptional || type instanceof z.ZodNullable)
      return valueOf(type.unwrap() as z.ZodType, path)
    if (type instanceof z.ZodPipe) return valueOf(type.in as z.ZodType, path)
    if (type instanceof z.ZodArray) return [valueOf(type.element as z.ZodType, path)]
    if (type instanceof z.ZodObject) return recordOf(type, path)
    if (type instanceof z.ZodBoolean) return note(path, true)
    if (type instanceof z.ZodNumber) return note(path, FIRST_NUMBER + made * STEP)
    if (path.endsWith('_at')) return note(path, new Date(FIRST_TIME_MS + made * TIME_STEP_MS).toISOString())
    if (type instanceof z.ZodString || type instanceof z.ZodUnknown) return note(path, `text-${made}-x`)
    throw new Error(`${path}: there is no example of a ${type.def.type}`)
  }
  const recordOf = (object: z.ZodObject, path: string): Record<string, unknown> => {
    const known = Object.entries(object.shape).map(([name, type]) => [
      name,
      valueOf(type as z.ZodType, `${path}.${name}`),
    ])
    const unheard = `unheard_of_${(made += 1)}`
    return { ...Object.fromEntries(known), [unheard]: note(`${path}.${unheard}`, `secret-${made}-x`) }
  }
  return { record: recordOf(schema, root), fields }
}

/** A marketplace that has this order and this item. @returns its address, and how to end it */
export async function serveRecords(order: unknown, item: unknown) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://marketplace')
    const [, resource, id] = /\/v1\.0\/(\w+)(?:\/([^/]+))?$/.exec(pathname) ?? []
    const record = resource === 'orders' ? order : resource === 'items' ? item : null
    response.setHeader('content-type', 'application/json')
    if (record === null) return void response.end('[]')
    response.end(JSON.stringify(id === undefined ? [record] : record))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
