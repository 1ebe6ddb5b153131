import { formatCents } from '../../../shared/domain/orders/money'
import { useStoreOf } from '../stores/stores'
import { useLocale } from '../locales/i18n'

/** Formats cents in the station's currency; `null` for no amount. */
export function useMoney(): (cents: number | null) => string | null {
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const locale = useLocale()
  return (cents) => (cents === null ? null : formatCents(cents, currency, locale))
}
