import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { BuyerView, OrderView } from '../../../../shared/contract/views'
import { useTranslation } from '../../locales/i18n'
import { NeedsSupervisor } from '../../parts/needs-supervisor'
import classes from './order.module.css'
import type { BridgeError } from '../../../../shared/contract/result'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'

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

/** Says what is deleted for good before it is done. */
function DeleteBuyerDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const deleteBuyer = useStoreOf('order', (state) => state.deleteBuyer)
  const busy = useStoreOf('order', (state) => state.busy === 'delete_buyer')
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, { close: onClose })
  const doDelete = () =>
    void deleteBuyer().then((refusal) => {
      if (refusal === null) onClose()
      setError(refusal)
    })
  return (
    <Modal opened onClose={onClose} title={t('buyer.deleteTitle', { orderId })} size="lg">
      <Text size="lg">{t('buyer.deleteText')}</Text>
      <Text mt="sm">{t('buyer.deleteCopies')}</Text>
      <ErrorAlert error={error} mt="sm" />
      <DialogButtons>
        <Button variant="default" size="lg" onClick={onClose} data-autofocus>
          {t('money.back')}
        </Button>
        <Button color="red.9" size="lg" loading={busy} onClick={doDelete}>
          {t('buyer.deleteYes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
