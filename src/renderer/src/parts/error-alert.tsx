import { Alert, type AlertProps } from '@mantine/core'
import type { BridgeError } from '../../../shared/contract/result'
import { wordsOfError, useTranslation } from '../locales/i18n'

/** Why a call was refused, read out at once. @param error `null` shows nothing */
export function ErrorAlert({
  error,
  ...props
}: { error: BridgeError | null } & Pick<AlertProps, 'mt' | 'mb'>) {
  const { t } = useTranslation()
  if (error === null) return null
  return (
    <Alert role="alert" color="red" {...props}>
      {wordsOfError(t, error)}
    </Alert>
  )
}

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
