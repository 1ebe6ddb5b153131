import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Diagnosis } from '../../../../shared/domain/station/connection-reason'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'

/** Why there is no connection now, in words for IT. */
export function ConnectionTrouble() {
  const { t } = useTranslation()
  const zone = useZone()
  const trouble = useStoreOf('station', (state) => state.bootstrap?.status.noConnection ?? null)
  if (trouble === null) return null
  const { reason, detail, host, since } = trouble
  return (
    <Alert
      color="orange"
      mb="sm"
      role="status"
      title={t('connection.title', { time: showMinute(since, zone) })}
      data-testid="no-connection"
    >
      <Text size="sm">{t(`connection.why.${reason}`)}</Text>
      <Text size="sm" mt={4} ff="monospace">
        {t('connection.facts', { reason, detail, host })}
      </Text>
    </Alert>
  )
}

/** Why the address that was entered cannot be used. */
export function AddressTrouble({ diagnosis: { reason, detail } }: { diagnosis: Diagnosis }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" data-testid="address-trouble">
      <Text size="sm">{t(`connection.why.${reason}`)}</Text>
      <Text size="sm" mt={4} ff="monospace">
        {t('connection.tested', { reason, detail })}
      </Text>
    </Alert>
  )
}
