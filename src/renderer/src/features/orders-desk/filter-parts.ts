import type { TFunction } from 'i18next'
import type { DeskFilter } from '../../../../shared/domain/orders/order-desk'
import { orderStateWords } from '../../parts/state-words'
import { showMinute, type StationZone } from '../../parts/time/station-time'

/** One thing that the list is filtered by, in words, and the filter's part without it. */
export type FilterPart = { key: string; words: string; without: Partial<DeskFilter> }

type Speech = { t: TFunction; zone: StationZone; money: (cents: number) => string }

const TIMES = [
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
  'purchasedFrom',
  'purchasedTo',
] as const
const FLAGS = ['late', 'refunded', 'needsPerson'] as const

export function filterParts({ t, zone, money }: Speech, filter: DeskFilter): FilterPart[] {
  const { states, carriers, work, amountFrom, amountTo } = filter
  const parts: FilterPart[] = [
    ...states.map((state) => ({
      key: `state ${state}`,
      words: orderStateWords(t, state),
      without: { states: states.filter((other) => other !== state) },
    })),
    ...carriers.map((carrier) => ({
      key: `carrier ${carrier}`,
      words: carrier,
      without: { carriers: carriers.filter((other) => other !== carrier) },
    })),
  ]
  if (work !== null) parts.push({ key: 'work', words: t(`desk.work.${work}`), without: { work: null } })
  for (const flag of FLAGS)
    if (filter[flag]) parts.push({ key: flag, words: t(`desk.filters.${flag}`), without: { [flag]: false } })
  for (const name of TIMES) {
    const at = filter[name]
    if (at === null) continue
    const words = t(`desk.parts.${name}`, { at: showMinute(at, zone) })
    parts.push({ key: name, words, without: { [name]: null } })
  }
  if (amountFrom !== null) {
    const words = t('desk.parts.amountFrom', { amount: money(amountFrom) })
    parts.push({ key: 'amountFrom', words, without: { amountFrom: null } })
  }
  if (amountTo !== null) {
    const words = t('desk.parts.amountTo', { amount: money(amountTo) })
    parts.push({ key: 'amountTo', words, without: { amountTo: null } })
  }
  return parts
}
