import { randomUUID } from 'node:crypto'
import { storedFilters, type SavedFilters } from '../../../shared/contract/orders'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { MOST_SAVED_FILTERS, type SavedFilter } from '../../../shared/domain/orders/order-desk'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db } from '../../store/db/database'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'

/** The account's filters of the order desk, for everybody at the station. Stored; never rename. */
const FILTERS = 'orders.filters'

const NONE: SavedFilters = { filters: [], usual: null }

/** By name. What a newer version stored in another way counts as none, and stays until somebody keeps a filter. */
export function readFilters(db: Db): SavedFilters {
  return readJsonSetting(db, FILTERS, storedFilters) ?? NONE
}

/**
 * Keeps a filter under a name that no other has, whatever the case of its letters.
 * @throws StationError `filter_name_taken`, `filter_not_found`, `too_many_filters`
 */
export function keepFilter(
  db: Db,
  { filterId, name, filter, sort, usual }: ParsedRequestOf<'orders:keep-filter'>,
): SavedFilters & { filterId: string } {
  const { filters, usual: before } = readFilters(db)
  if (filterId !== null && filters.every((other) => other.filterId !== filterId)) throw notFound(filterId)
  const kept: SavedFilter = { filterId: filterId ?? randomUUID(), name, filter, sort }
  const others = filters.filter((other) => other.filterId !== kept.filterId)
  if (others.some((other) => sameName(other.name, name)))
    throw new StationError('filter_name_taken', 'another filter has this name', { name: 'taken' })
  if (others.length >= MOST_SAVED_FILTERS)
    throw new StationError('too_many_filters', `there are ${MOST_SAVED_FILTERS} filters already`)
  const usualId = usual ? kept.filterId : before === kept.filterId ? null : before
  return { ...save(db, { filters: [...others, kept], usual: usualId }), filterId: kept.filterId }
}

/** @throws StationError `filter_not_found` */
export function dropFilter(db: Db, filterId: string): SavedFilters {
  const { filters, usual } = readFilters(db)
  const left = filters.filter((other) => other.filterId !== filterId)
  if (left.length === filters.length) throw notFound(filterId)
  return save(db, { filters: left, usual: usual === filterId ? null : usual })
}

function save(db: Db, { filters, usual }: SavedFilters): SavedFilters {
  const sorted = filters.toSorted((one, other) => one.name.localeCompare(other.name))
  const saved = { filters: sorted, usual }
  inTransaction(db, (tx) => writeSetting(tx, FILTERS, JSON.stringify(saved)))
  return saved
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const notFound = (filterId: string): StationError =>
  new StationError('filter_not_found', `no filter ${filterId}`)
