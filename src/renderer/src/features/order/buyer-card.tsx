import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuyerView, OrderView } from '../../../../shared/contract/views'
import { NeedsSupervisor } from '../../parts/needs-supervisor'
import { DeleteBuyerDialog } from './delete-buyer-dialog'
import classes from './order.module.css'

/** The buyer, and the button to delete their data on request. */
export function BuyerCard({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState(false)
  const { buyer, buyerLocked, orderId } = order
  return (
    <section className={classes['card']} aria-label={t('buyer.title')}>
      <h2 className={classes['cardTitle']}>{t('buyer.title')}</h2>
      {buyer === null ? (
        <p className={classes['quiet']}>{t(buyerLocked ? 'buyer.locked' : 'buyer.hidden')}</p>
      ) : (
        <>
          <Buyer buyer={buyer} />
          <Button variant="default" mt="sm" onClick={() => setDeleting(true)}>
            {t('buyer.delete')} …
          </Button>
          <NeedsSupervisor />
        </>
      )}
      {deleting && <DeleteBuyerDialog orderId={orderId} onClose={() => setDeleting(false)} />}
    </section>
  )
}

function Buyer({ buyer }: { buyer: BuyerView }) {
  const { t } = useTranslation()
  return (
    <address className={classes['address']}>
      <strong>{buyer.name ?? t('buyer.noName')}</strong>
      {buyer.address.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
      <div className={classes['quiet']}>{[buyer.email, buyer.phone].filter(Boolean).join(' · ')}</div>
    </address>
  )
}
