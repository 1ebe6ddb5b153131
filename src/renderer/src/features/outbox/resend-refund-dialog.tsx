import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OpDetail } from '../../../../shared/contract/op-views'
import { askedAmount } from '../../parts/sentences'
import { useSpeech } from '../../parts/use-speech'
import { useFormGuard } from '../../scan/use-form-guard'

type Props = { detail: OpDetail; onClose: () => void; onYes: () => void }

/** Names the amount before money is sent a second time. */
export function ResendRefundDialog({ detail, onClose, onYes }: Props) {
  const { t } = useTranslation()
  const amount = askedAmount(useSpeech(detail.order), detail)
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('op.refundTitle', { amount })} size="lg">
      <Text mb="lg">{t('op.refundText', { amount })}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('op.refundNo')}
        </Button>
        <Button color="red.9" onClick={onYes}>
          {t('op.refundYes', { amount })}
        </Button>
      </Group>
    </Modal>
  )
}
