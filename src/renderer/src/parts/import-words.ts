import type { TFunction } from 'i18next'
import type { StationStatus } from '../../../shared/contract/views'
import { spanWords } from './time/ages'

/** How far the first import has come, and how long it still takes where that is known. */
export function importWords(
  t: TFunction,
  { orders, secondsLeft }: NonNullable<StationStatus['importing']>,
): string {
  const progress = t('status.importing', { count: orders })
  if (secondsLeft === null) return progress
  return t('status.importingLeft', { progress, span: spanWords(t, 0, secondsLeft * 1_000) })
}
