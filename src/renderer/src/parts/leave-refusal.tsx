import { Alert, Button, Group, Text } from '@mantine/core'
import type { BridgeError } from '../../../shared/contract/result'
import { useTranslation } from '../locales/i18n'
import { ErrorAlert } from './error-alert'

type Props = {
  error: BridgeError
  /** What continues once the operations are in a file. */
  then: 'quit' | 'reset' | 'switch'
  busy: boolean
  onExport: () => void
}

/** A refusal; one because of open operations offers to export them. */
export function LeaveRefusal({ error, then, busy, onExport }: Props) {
  const { t } = useTranslation()
  if (error.code !== 'ops_open') return <ErrorAlert error={error} />
  return (
    <Alert role="alert" color="red">
      <Text>{t('leave.opsOpen')}</Text>
      <Group mt="sm">
        <Button onClick={onExport} loading={busy}>
          {t(`leave.exportAnd.${then}`)}
        </Button>
        <Text size="sm">{t('leave.exportAndHint')}</Text>
      </Group>
    </Alert>
  )
}
