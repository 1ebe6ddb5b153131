import { z } from 'zod'
import { NAMED_ITEM_STATES } from '../../../shared/domain/items/item-state'
import type { Db, Tx } from '../../store/db/database'
import { itemsByState } from '../../store/tables/items'
import { readJsonSetting, readSetting, writeSetting } from '../../store/tables/settings'

/**
 * Which lists show all items. The document leaves the list's default filter open, and which states may be asked for: so
 * first comes the list without a filter, then the states that it did not show: those that the document names, and those
 * that items have here.
 */

/** A list to read: of these states, or the marketplace's default; of all items, or those changed after a time. */
const listSchema = z.object({ states: z.array(z.string()).nullable(), after: z.string().nullable() })
export type ItemList = z.infer<typeof listSchema>

/** Stored under `items.round` while a round goes on; never rename a field. */
const roundSchema = z.object({
  /** The earliest marketplace time at which the round can have begun; `null` if unknown. */
  startedAt: z.string().nullable(),
  /** The next page of the first list; `null` to begin it. */
  next: z.string().nullable(),
  /** Items read in so far. */
  items: z.number(),
  /** Still to be read. */
  lists: z.array(listSchema).min(1),
})
export type ItemRound = z.infer<typeof roundSchema>

/** Stored under `items.states`; never rename a field. */
const statesSchema = z.object({
  /** That the default list has shown. */
  byDefault: z.array(z.string()),
  /** Of which all items were read by name. */
  byName: z.array(z.string()),
})
export type ListedStates = z.infer<typeof statesSchema>

const ROUND = 'items.round'
const STATES = 'items.states'
const CURSOR = 'items.cursor'
/** More than this are not states. */
const MOST_STATES = 40

export function savedRound(db: Db): ItemRound | null {
  return saved(db, ROUND, roundSchema)
}

export function saveRound(tx: Tx, round: ItemRound | null): void {
  writeSetting(tx, ROUND, round === null ? null : JSON.stringify(round))
}

export function savedStates(db: Db): ListedStates {
  return saved(db, STATES, statesSchema) ?? { byDefault: [], byName: [] }
}

export function saveStates(tx: Tx, states: ListedStates): void {
  writeSetting(tx, STATES, JSON.stringify(states))
}

/** Up to which marketplace time changes have been read in; `null` before all items have been read once. */
export function savedCursor(db: Db): string | null {
  return readSetting(db, CURSOR)
}

export function saveCursor(tx: Tx, cursor: string): void {
  writeSetting(tx, CURSOR, cursor)
}

function saved<Value>(db: Db, key: string, schema: z.ZodType<Value>): Value | null {
  return readJsonSetting(db, key, schema)
}

/** States to ask for by name, because the default list does not show them. @param refused the marketplace does not accept */
export function statesByName(db: Db, { byDefault }: ListedStates, refused: ReadonlySet<string>): string[] {
  const here = Object.entries(itemsByState(db))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_STATES)
    .map(([state]) => state)
  return [...new Set([...NAMED_ITEM_STATES, ...here])].filter(
    // A comma separates states.
    (state) => state !== '' && !state.includes(',') && !byDefault.includes(state) && !refused.has(state),
  )
}

/** The lists that follow the default one: changes, and everything of states that are asked for the first time. */
export function listsByName(
  states: readonly string[],
  { byName }: ListedStates,
  after: string | null,
): ItemList[] {
  const [known, fresh] = [
    states.filter((state) => byName.includes(state)),
    states.filter((state) => !byName.includes(state)),
  ]
  return [
    ...(known.length > 0 ? [{ states: known, after }] : []),
    ...(fresh.length > 0 ? [{ states: fresh, after: null }] : []),
  ]
}
