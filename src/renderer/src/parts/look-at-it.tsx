import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/stores'

/** A link to an operation, wherever it is mentioned. */
export function LookAtIt({ seq }: { seq: number }) {
  const { t } = useTranslation()
  const { op, screen } = useStores()
  const go = () => {
    screen.getState().go('outbox')
    void op.getState().open(seq)
  }
  return (
    <Button variant="white" color="dark" onClick={go}>
      {t('outbox.details')}
    </Button>
  )
}
