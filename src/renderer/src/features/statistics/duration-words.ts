import type { TFunction } from 'i18next'

/** `2 min 05 s`, or that nothing was measured. */
export function durationWords(t: TFunction, seconds: number | null): string {
  if (seconds === null) return t('statistics.noTime')
  const rest = String(seconds % 60).padStart(2, '0')
  return t('statistics.seconds', { minutes: Math.floor(seconds / 60), seconds: rest })
}
