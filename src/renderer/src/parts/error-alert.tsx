import { Alert, type AlertProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../shared/contract/result'
import { wordsOfError } from '../locales/i18n'

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
