import { useTranslation } from '../locales/i18n'
import cells from '../ui/table-cells.module.css'
import { useOpenOrder } from './use-open'

/** Opens an order from a row: the browser's own button, of which a table draws one in each row. */
export function OrderLink({ orderId, label }: { orderId: number; label?: string }) {
  const { t } = useTranslation()
  const openOrder = useOpenOrder()
  return (
    <button type="button" className={cells['link']} aria-label={label} onClick={() => openOrder(orderId)}>
      {t('outbox.order', { orderId })}
    </button>
  )
}
