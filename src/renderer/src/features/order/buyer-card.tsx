import { useTranslation } from 'react-i18next'
import type { BuyerView } from '../../../../shared/contract/views'
import classes from './order.module.css'

export function BuyerCard({ buyer, locked }: { buyer: BuyerView | null; locked: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={t('buyer.title')}>
      <h2 className={classes['cardTitle']}>{t('buyer.title')}</h2>
      {buyer === null ? (
        <p className={classes['quiet']}>{t(locked ? 'buyer.locked' : 'buyer.hidden')}</p>
      ) : (
        <address className={classes['address']}>
          <strong>{buyer.name ?? t('buyer.noName')}</strong>
          {buyer.address.map((line, index) => (
            <div key={index}>{line}</div>
          ))}
          <div className={classes['quiet']}>{[buyer.email, buyer.phone].filter(Boolean).join(' · ')}</div>
        </address>
      )}
    </section>
  )
}
