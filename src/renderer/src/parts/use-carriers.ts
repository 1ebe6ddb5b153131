import type { Carrier, Usual } from '../../../shared/domain/carriers/carrier'
import { usualOf } from '../stores/station-store'
import { useStoreOf } from '../stores/stores'

const NONE: readonly Carrier[] = []

/** The carriers of this station, in use or not. */
export function useCarriers(): readonly Carrier[] {
  return useStoreOf('station', (state) => state.bootstrap?.preferences.carriers.list ?? NONE)
}

/** What decides here between carriers with the same kind of numbers. */
export function useUsual(): Usual {
  const carrier = useStoreOf('station', (state) => usualOf(state).carrier)
  const choices = useStoreOf('station', (state) => usualOf(state).choices)
  return { carrier, choices }
}

/** Country names in the locale; the code itself if there is none. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
}
