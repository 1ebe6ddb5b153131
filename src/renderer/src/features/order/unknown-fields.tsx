import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import classes from './order.module.css'

/** Fields that the marketplace sends and this version does not know, unchanged: nothing is hidden. */
export function UnknownFields({ fields }: { fields: OrderView['unknownFields'] }) {
  const { t } = useTranslation()
  if (Object.keys(fields).length === 0) return null
  return (
    <details className={classes['card']}>
      <summary className={classes['summary']}>{t('order.more')}</summary>
      <pre className={classes['raw']}>{JSON.stringify(fields, null, 2)}</pre>
    </details>
  )
}
