import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOpenOp } from './use-open'

/** A link to an operation, wherever it is mentioned. */
export function LookAtIt({ seq }: { seq: number }) {
  const { t } = useTranslation()
  const openOp = useOpenOp()
  return (
    <Button variant="white" color="dark" onClick={() => openOp(seq)}>
      {t('outbox.details')}
    </Button>
  )
}
