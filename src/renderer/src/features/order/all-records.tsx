import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MarketplaceFields, OrderCopy } from '../../../../shared/contract/copy-views'
import { FieldList } from '../../parts/field-list'
import classes from './order.module.css'

const LISTS = ['lines', 'payments', 'shipments', 'refunds'] as const

/** Every field of the order's lines, payments, shipments and refunds, folded: for who looks for one. */
export function AllRecords({ copy }: { copy: OrderCopy }) {
  const { t } = useTranslation()
  return (
    <details className={classes['card']}>
      <summary className={classes['summary']}>
        <IconChevronRight size={20} aria-hidden />
        {t('order.allFields')}
      </summary>
      {LISTS.map((list) => copy[list].length > 0 && <Records key={list} list={list} records={copy[list]} />)}
    </details>
  )
}

type Props = { list: (typeof LISTS)[number]; records: readonly MarketplaceFields[] }

function Records({ list, records }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes['records']} aria-label={t(`order.lists.${list}`)}>
      <h3 className={classes['label']}>{t(`order.lists.${list}`)}</h3>
      {records.map((fields, place) => (
        <div key={place} className={classes['record']}>
          <FieldList fields={fields} />
        </div>
      ))}
    </section>
  )
}
