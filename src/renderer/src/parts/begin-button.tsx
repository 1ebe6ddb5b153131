import { Button, type ButtonProps } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useTranslation } from '../locales/i18n'
import { useStoreOf } from '../stores/stores'

type Props = ButtonProps & {
  /** Called before the tour begins. */
  onBegin?: () => void
}

/** Begins the training tour, from the first step on. */
export function BeginButton({ onBegin, ...look }: Props) {
  const { t } = useTranslation()
  const training = useTraining()
  const start = useStoreOf('tour', (state) => state.start)
  const go = useStoreOf('screen', (state) => state.go)
  if (!training) return null
  const begin = () => {
    onBegin?.()
    go('queue')
    start()
  }
  return (
    <Button variant="subtle" leftSection={<IconSchool aria-hidden />} onClick={begin} {...look}>
      {t('guide.begin')}
    </Button>
  )
}

/** Whether this is training mode: the tour never appears with real orders. */
export function useTraining(): boolean {
  return useStoreOf('station', (state) => state.bootstrap?.connection.mode === 'training')
}
