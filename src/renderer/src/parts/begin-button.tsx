import { Button, type ButtonProps } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../stores/stores'
import { useTraining } from './use-training'

type Props = ButtonProps & {
  /** Shown only until a tour was started or declined here. */
  once?: boolean
  /** Called before the tour begins. */
  onBegin?: () => void
}

/** Begins the training tour, from the first step on. */
export function BeginButton({ once = false, onBegin, ...look }: Props) {
  const { t } = useTranslation()
  const training = useTraining()
  const offered = useStoreOf('tour', (state) => state.phase === 'offered')
  const start = useStoreOf('tour', (state) => state.start)
  const go = useStoreOf('screen', (state) => state.go)
  if (!training || (once && !offered)) return null
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
