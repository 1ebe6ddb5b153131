import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import { ErrorAlert } from './error-alert'

type Props = { error: BridgeError | null; saved: SavedTable | null }

/** Why a report or its file is missing, and where the last file is. */
export function ReportNotes({ error, saved }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorAlert error={error} mb="sm" />
      {saved !== null && (
        <Alert role="status" color="green" mb="sm">
          {t('statistics.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
    </>
  )
}
