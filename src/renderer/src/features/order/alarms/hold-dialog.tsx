import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BridgeError } from '../../../../../shared/contract/result'
import { HOLD_REASONS } from '../../../../../shared/domain/orders/hold-reason'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { useFormGuard } from '../../../scan/use-form-guard'
import type { ScanFeedback } from '../../../scan/scan-feedback'
import { useStoreOf } from '../../../stores/stores'
import { DialogButtons } from '../../../ui/dialog-buttons'

/** Puts the order on hold: a common reason with one touch, any other in words. */
type Props = {
  orderId: number
  /** The first reason is selected; repeating the command selects the next one. */
  byCommand: boolean
  onClose: () => void
}

export function HoldDialog({ orderId, byCommand, onClose }: Props) {
  const { t } = useTranslation()
  const hold = useStoreOf('order', (state) => state.hold)
  const busy = useStoreOf('order', (state) => state.busy === 'hold')
  const usual: readonly string[] = HOLD_REASONS.map((name) => t(`hold.reasons.${name}`))
  const [reason, setReason] = useState(byCommand ? (usual[0] ?? '') : '')
  const [missing, setMissing] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const submit = async (): Promise<boolean> => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || busy) return false
    const refusal = await hold(reason.trim())
    setError(refusal)
    if (refusal === null) onClose()
    return refusal === null
  }
  const nextReason = async (): Promise<ScanFeedback> => {
    const index = (usual.indexOf(reason) + 1) % HOLD_REASONS.length
    setReason(usual[index] ?? '')
    return { kind: 'hold_asked', code: '', reason: HOLD_REASONS[index] ?? 'missing' }
  }
  useFormGuard(true, { confirm: submit, close: onClose, commands: { hold: nextReason } })
  return (
    <Modal opened onClose={onClose} title={t('hold.title', { orderId })} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        noValidate
      >
        <Text size="lg">{t('hold.text')}</Text>
        <Group mt="md" gap="sm">
          {usual.map((words) => (
            <Button
              key={words}
              size="lg"
              variant={reason === words ? 'filled' : 'default'}
              aria-pressed={reason === words}
              onClick={() => setReason(words)}
            >
              {words}
            </Button>
          ))}
        </Group>
        <TextInput
          mt="md"
          size="lg"
          label={t('hold.reason')}
          withAsterisk
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? t('hold.needReason') : null}
        />
        <ErrorAlert error={error} mt="sm" />
        <DialogButtons>
          <Button variant="default" size="lg" onClick={onClose}>
            {t('hold.back')}
          </Button>
          <Button type="submit" size="lg" loading={busy}>
            {t('hold.button')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
