import { useTranslation } from 'react-i18next'
import type { MarketplaceFields } from '../../../../shared/contract/copy-views'
import { FieldList } from '../../parts/field-list'
import classes from './order.module.css'

/** Fields that the marketplace sends and this version does not know, under its names: nothing is hidden. */
export function UnknownFields({ fields }: { fields: MarketplaceFields }) {
  const { t } = useTranslation()
  if (Object.keys(fields).length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('order.more')}>
      <h2 className={classes['cardTitle']}>{t('order.more')}</h2>
      <FieldList fields={fields} />
    </section>
  )
}
