import { z } from 'zod'
import type { Core } from '../core'
import { nextId } from '../database'
import { readInstant } from '../instants'
import { placeOrder, type BoughtUnit } from '../operations/place-order'
import { Refusal } from '../refusal'
import { inventModel } from '../sample/catalog'
import { inventBuyer } from '../sample/people'
import { seededRandom, type Random } from '../sample/random'
import { addSoldUnit } from '../sample/units'
import { accountOfName, allAccounts, type Account } from '../tables/accounts'
import { findItem, setItemState } from '../tables/items'

const newLineSchema = z.strictObject({
  /** A listed item of the account, which this order buys; without it, an item is invented. */
  itemNumber: z.string().optional(),
  title: z.string().min(1).optional(),
  mpn: z.string().nullable().optional(),
  externalId: z.string().min(1).optional(),
  priceCents: z.int().min(0).optional(),
  serialNumber: z.string().min(1).optional(),
  size: z.string().min(1).optional(),
})

export const newOrderSchema = z.strictObject({
  /** Name of the account; the first one when absent. */
  account: z.string().optional(),
  /** The units bought, or how many to invent. */
  lines: z.union([z.int().min(1).max(1000), z.array(newLineSchema).min(1)]).default(1),
  shippingFee: z.boolean().default(false),
  /** Determines what is invented; defaults to the next order's number. */
  seed: z.int().optional(),
  placedAt: z
    .string()
    .refine((text) => readInstant(text) !== null, 'not an ISO 8601 UTC timestamp')
    .optional(),
})
export type NewOrder = z.input<typeof newOrderSchema>

/** Places an order as a new customer and returns its id. */
export function placeCustomerOrder(core: Core, order: z.output<typeof newOrderSchema>): number {
  return core.db.transaction(() => {
    const account = accountFor(core, order.account)
    const random = seededRandom(order.seed ?? nextId(core.db, 'orders'))
    const atMs = order.placedAt === undefined ? core.now() : (readInstant(order.placedAt) ?? core.now())
    const lines =
      typeof order.lines === 'number' ? Array.from({ length: order.lines }, () => ({})) : order.lines
    return placeOrder(core, {
      accountId: account.id,
      buyer: inventBuyer(random),
      units: lines.map((line) => unitFor(core, random, account, line, atMs)),
      shippingFee: order.shippingFee,
      atMs,
    })
  })()
}

function accountFor(core: Core, name: string | undefined): Account {
  const account = name === undefined ? allAccounts(core.db)[0] : accountOfName(core.db, name)
  if (account === null || account === undefined) throw new Refusal('not_found', `no account ${name ?? ''}`)
  return account
}

function unitFor(
  core: Core,
  random: Random,
  account: Account,
  line: z.output<typeof newLineSchema>,
  atMs: number,
): BoughtUnit {
  if (line.itemNumber !== undefined) return sellItem(core, account, line.itemNumber)
  const invented = inventModel(random)
  const model = {
    ...invented,
    title: line.title ?? invented.title,
    mpn: line.mpn === undefined ? invented.mpn : line.mpn,
    price: line.priceCents ?? invented.price,
    size: line.size === undefined ? invented.size : JSON.stringify({ scale: 'letters', name: line.size }),
    attributes: withSerialNumber(invented.attributes, line.serialNumber),
  }
  const externalId = line.externalId ?? `NEW${nextId(core.db, 'items')}`
  return addSoldUnit(core, random, account.id, { model, externalId, atMs })
}

function withSerialNumber(attributes: string | null, serialNumber: string | undefined): string | null {
  if (serialNumber === undefined) return attributes
  return JSON.stringify({ ...(JSON.parse(attributes ?? '{}') as object), serial_number: serialNumber })
}

function sellItem(core: Core, account: Account, itemNumber: string): BoughtUnit {
  const item = findItem(core.db, account.id, itemNumber)
  if (item === null) throw new Refusal('not_found', `no item ${itemNumber}`)
  if (item.state !== 'listed') throw new Refusal('unprocessable', `item ${itemNumber} is ${item.state}`)
  setItemState(core.db, item.id, { state: core.settings.soldItemState, dueAt: null, nowMs: core.now() })
  return {
    itemNumber,
    externalId: item.external_id,
    mpn: item.mpn,
    priceCents: item.price,
    allowedDiscount: item.discount,
    discountPercent: 0,
  }
}
