import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BenchHolder } from '../../../../shared/contract/neighbors'
import type { BridgeError } from '../../../../shared/contract/result'
import { showClock } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { nameOfStation } from '../../scan/scan-feedback'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'

/** Shows which other station has the order on its bench, and offers to take it over. */
export function BenchBanner({ orderId, holder }: { orderId: number; holder: BenchHolder }) {
  const { t } = useTranslation()
  const zone = useZone()
  const takeOver = useStoreOf('order', (state) => state.takeOver)
  const busy = useStoreOf('order', (state) => state.busy === 'take')
  const say = useStoreOf('scan', (state) => state.say)
  const [error, setError] = useState<BridgeError | null>(null)
  const words = { who: nameOfStation(holder), at: showClock(Date.parse(holder.since), zone) }
  const take = async () => {
    const problem = await takeOver()
    setError(problem)
    if (problem === null) say({ kind: 'taken', code: '', orderId })
  }
  return (
    <Alert
      role="alert"
      color="orange.9"
      variant="filled"
      radius={0}
      mb="sm"
      icon={<IconUsers size={36} aria-hidden />}
      title={holder.tookOver ? t('bench.takenOver', words) : t('bench.held', words)}
      styles={{ title: { fontSize: '1.5rem' }, icon: { width: 40, height: 40 } }}
    >
      <Group justify="space-between">
        <Text>{t('bench.text')}</Text>
        <Button variant="white" color="dark" size="md" loading={busy} onClick={() => void take()}>
          {t('bench.takeOver')}
        </Button>
      </Group>
      {error !== null && <Text fw={700}>{wordsOfError(t, error)}</Text>}
    </Alert>
  )
}
