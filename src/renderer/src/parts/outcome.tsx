import { Alert, type AlertProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../shared/contract/result'
import { ErrorAlert } from './error-alert'

/** The result of submitting a form: `null` before that. */
export type Outcome = BridgeError | 'saved' | null

/** @param saved the words for success, if not the usual ones */
export function OutcomeAlert({
  outcome,
  saved,
  ...props
}: { outcome: Outcome; saved?: string } & Pick<AlertProps, 'mt' | 'mb'>) {
  const { t } = useTranslation()
  if (outcome !== 'saved') return <ErrorAlert error={outcome} {...props} />
  return (
    <Alert role="status" color="green" {...props}>
      {saved ?? t('settings.saved')}
    </Alert>
  )
}
