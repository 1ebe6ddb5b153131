import { Alert, Button, Text } from '@mantine/core'
import { sameLabel } from '../../../../../shared/domain/shipments/used-label'
import { useTranslation } from '../../../locales/i18n'
import { useStoreOf } from '../../../stores/stores'

/** On small screens the note is below the visible part. */
const intoSight = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

type Props = {
  /** The number in the form; once it differs, the note disappears. */
  present: string
  onUse: (number: string) => void
}

/** Another order's parcel carries the number; only a person can say whether both travel in one box. */
export function UsedLabelNote({ present, onUse }: Props) {
  const { t } = useTranslation()
  const used = useStoreOf('order', (state) => state.usedLabel)
  const shareLabel = useStoreOf('order', (state) => state.shareLabel)
  const recordOverride = useStoreOf('scan', (state) => state.recordOverride)
  if (used === null || (present !== '' && !sameLabel(present, used.number))) return null
  const { number, orderId, shared } = used
  if (shared) {
    return (
      <Alert role="status" color="orange" mt="sm">
        {t('usedLabel.shared', { number, orderId })}
      </Alert>
    )
  }
  const share = () => {
    recordOverride('label_shared')
    shareLabel()
    onUse(number)
  }
  return (
    <Alert ref={intoSight} role="alert" color="red" mt="sm" title={t('usedLabel.title', { number, orderId })}>
      <Text mb="sm">{t('usedLabel.text')}</Text>
      <Button variant="default" size="lg" onClick={share}>
        {t('usedLabel.use')}
      </Button>
    </Alert>
  )
}
