import type { TFunction } from 'i18next'
import type { ItemView } from '../../../../../shared/contract/items'
import type { Cell } from '../../../../../shared/domain/statistics/csv'
import { showTime, zoneName, type StationZone } from '../../../parts/time/station-time'
import { itemStateWords } from '../../../parts/state-words'

/** The list as a table for a file: amounts as numbers, and the time twice, to be sorted and to be read. */

type TableSpeech = { t: TFunction; zone: StationZone; currency: string }

export function itemColumns({ t, zone, currency }: TableSpeech): string[] {
  return [
    t('items.fields.item_number'),
    t('items.fields.external_id'),
    t('items.fields.mpn'),
    t('items.columns.title'),
    t('items.fields.state'),
    t('items.fields.size'),
    t('items.fields.quality'),
    t('items.csv.columns.price', { currency }),
    t('items.csv.columns.listedPrice', { currency }),
    t('items.csv.columns.msrp', { currency }),
    t('items.csv.columns.discount'),
    t('items.csv.columns.utc'),
    t('items.csv.columns.local', { zone: zoneName(zone.name) }),
    t('items.fields.listing_error_messages'),
    t('items.csv.columns.waiting'),
    t('items.csv.columns.held'),
  ]
}

export function itemCells({ t, zone }: TableSpeech, row: ItemView): Cell[] {
  const { updatedAt } = row
  return [
    row.itemNumber,
    row.externalId ?? '',
    row.mpn ?? '',
    row.title ?? '',
    itemStateWords(t, row.state),
    row.size ?? '',
    row.quality ?? '',
    amount(row.priceCents),
    amount(row.listedPriceCents),
    amount(row.msrpCents),
    row.maxDiscountPercent ?? '',
    updatedAt ?? '',
    updatedAt === null ? '' : showTime(updatedAt, zone),
    row.listingErrors.join('; '),
    row.waiting,
    row.held,
  ]
}

const CENTS = 100

function amount(cents: number | null): Cell {
  return cents === null ? '' : cents / CENTS
}
