import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PrintDocument } from '../../../shared/contract/print'
import type { PrintRun } from '../stores/print-store'
import { useStoreOf } from '../stores/stores'
import { wordsOfError } from '../locales/i18n'

/** The outcome of the last requested document, if `isOurs` accepts it. */
export function PrintResult({ isOurs }: { isOurs: (document: PrintDocument) => boolean }) {
  const last = useStoreOf('print', (state) => state.last)
  return last === null || !isOurs(last.document) ? null : <Said run={last} />
}

function Said({ run: { state, error } }: { run: PrintRun }) {
  const { t } = useTranslation()
  if (error !== null)
    return (
      <Alert role="alert" color="red" mt="xs">
        {wordsOfError(t, error)}
      </Alert>
    )
  if (state === 'failed') return null
  return (
    <Alert role="status" color={state === 'printed' || state === 'handed' ? 'green' : 'gray'} mt="xs">
      {t(`printing.${state}`)}
    </Alert>
  )
}
