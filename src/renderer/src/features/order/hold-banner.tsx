import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HoldView } from '../../../../shared/domain/order-queue'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import { useLocale, wordsOfError } from '../../words/i18n'
import { showAge } from '../time/station-time'
import { useNow } from '../time/use-now'

/** Says that the order was set aside, by whom and why, and lets it be packed again. */
export function HoldBanner({ hold: { reason, heldBy, heldAt } }: { hold: HoldView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nowMs = useNow()
  const release = useStoreOf('order', (state) => state.hold)
  const busy = useStoreOf('order', (state) => state.busy === 'hold')
  const [error, setError] = useState<BridgeError | null>(null)
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
        <Text>{t('hold.bannerText', { by: heldBy, age: showAge(heldAt, nowMs, locale) })}</Text>
        <Button variant="white" color="dark" loading={busy} onClick={() => void release(null).then(setError)}>
          {t('hold.release')}
        </Button>
      </Group>
      {error !== null && <Text fw={700}>{wordsOfError(t, error)}</Text>}
    </Alert>
  )
}
