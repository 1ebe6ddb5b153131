import { useMemo } from 'react'
import { useStoreOf } from '../../stores/stores'
import { useLocale } from '../../locales/i18n'
import { datesOf, stationZone, type StationZone } from './station-time'

/** The station's time zone and date format. */
export function useZone(): StationZone {
  const locale = useLocale()
  const name = stationZone(useStoreOf('station', (state) => state.bootstrap?.settings.timeZone ?? null))
  const setting = useStoreOf('station', (state) => state.bootstrap?.preferences.language.dateFormat ?? null)
  const dates = datesOf(setting, locale)
  return useMemo(() => ({ name, dates }), [name, dates])
}
