import { Duration } from 'luxon'
import { LOCALE } from '../../words/i18n'

/** How far two clocks are apart, in words: "45 seconds", "2 minutes, 5 seconds". @param offsetMs of either sign */
export function clockWords(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  return Duration.fromObject({ seconds }, { locale: LOCALE })
    .shiftTo('days', 'hours', 'minutes', 'seconds')
    .removeZeros()
    .toHuman()
}
