import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { useStoreOf } from '../stores/stores'

const NONE: readonly Carrier[] = []

/** The carriers of this station, in use or not. */
export function useCarriers(): readonly Carrier[] {
  return useStoreOf('station', (state) => state.bootstrap?.preferences.carriers.list ?? NONE)
}

/** Country names in the locale; the code itself if there is none. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code
}
