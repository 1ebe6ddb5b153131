import type { OrderView } from '../../../shared/contract/views'
import { useStoreOf } from '../stores/stores'
import { useLocale, useTranslation } from '../locales/i18n'
import type { Speech } from './sentences'

/** The data that sentences about an order need. */
export function useSpeech(order: OrderView | null): Speech {
  const { t } = useTranslation()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  return { t, order, currency, locale }
}
