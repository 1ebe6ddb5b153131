import { Alert, type AlertProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../shared/contract/result'
import { wordsOfError } from '../locales/i18n'

/** The result of submitting a form: `null` before that. */
export type Outcome = BridgeError | 'saved' | null

/** @param saved the words for success, if not the usual ones */
export function OutcomeAlert({
  outcome,
  saved,
  ...props
}: { outcome: Outcome; saved?: string } & Pick<AlertProps, 'mt' | 'mb'>) {
  const { t } = useTranslation()
  if (outcome === null) return null
  const done = outcome === 'saved'
  return (
    <Alert role={done ? 'status' : 'alert'} color={done ? 'green' : 'red'} {...props}>
      {done ? (saved ?? t('settings.saved')) : wordsOfError(t, outcome)}
    </Alert>
  )
}
