import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import type { HoldView } from '../../../../../shared/domain/orders/order-queue'
import type { BridgeError } from '../../../../../shared/contract/result'
import { ageWords } from '../../../parts/time/ages'
import { useNow } from '../../../parts/time/use-now'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import { wordsOfError, useTranslation } from '../../../locales/i18n'

/** Shows that the order is on hold, who did it and why, and offers to release it. */
export function HoldBanner({ hold: { reason, heldBy, heldAt } }: { hold: HoldView }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const { error, busy, release } = useRelease()
  const asked = useStoreOf('order', (state) => state.holding === 'release')
  const setHolding = useStoreOf('order', (state) => state.setHolding)
  return (
    <Alert
      role="alert"
      color="orange.9"
      variant="filled"
      radius={0}
      mb="sm"
      icon={<IconHandStop size={36} aria-hidden />}
      title={t('hold.banner', { reason })}
      styles={{ title: { fontSize: '1.5rem' }, icon: { width: 40, height: 40 } }}
    >
      <Group justify="space-between">
        <Text>{t('hold.bannerText', { by: heldBy, age: ageWords(t, heldAt, nowMs) })}</Text>
        <Button variant="white" color="dark" loading={busy} onClick={() => void release()}>
          {t('hold.release')}
        </Button>
      </Group>
      {error !== null && <Text fw={700}>{wordsOfError(t, error)}</Text>}
      {asked && <ReleaseDialog onClose={() => setHolding(null)} release={release} />}
    </Alert>
  )
}

function useRelease() {
  const hold = useStoreOf('order', (state) => state.hold)
  const busy = useStoreOf('order', (state) => state.busy === 'hold')
  const [error, setError] = useState<BridgeError | null>(null)
  const release = async (): Promise<boolean> => {
    const refusal = await hold(null)
    setError(refusal)
    return refusal === null
  }
  return { error, busy, release }
}

type Props = { onClose: () => void; release: () => Promise<boolean> }

/** A barcode is scanned by mistake more easily than a button is pressed. */
function ReleaseDialog({ onClose, release }: Props) {
  const { t } = useTranslation()
  const orderId = useStoreOf('order', (state) => state.orderId)
  const yes = () => {
    onClose()
    return release()
  }
  useFormGuard(true, { confirm: yes, close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('hold.releaseTitle', { orderId: orderId ?? 0 })} size="lg">
      <Group justify="flex-end">
        <Button variant="default" size="lg" onClick={onClose}>
          {t('hold.back')}
        </Button>
        <Button size="lg" onClick={() => void yes()} data-autofocus>
          {t('hold.release')}
        </Button>
      </Group>
    </Modal>
  )
}
