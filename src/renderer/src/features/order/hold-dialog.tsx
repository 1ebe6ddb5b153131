import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../words/i18n'
import { useFormGuard } from '../scan/use-form-guard'

const REASONS = ['missing', 'damaged', 'address', 'supervisor'] as const

/** Sets the order aside: the usual reasons by one touch, any other in words. */
export function HoldDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const hold = useStoreOf('order', (state) => state.hold)
  const busy = useStoreOf('order', (state) => state.busy === 'hold')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || busy) return
    void hold(reason.trim()).then((refusal) => {
      setError(refusal)
      if (refusal === null) onClose()
    })
  }
  return (
    <Modal opened onClose={onClose} title={t('hold.title', { orderId })} size="lg">
      <form onSubmit={submit} noValidate>
        <Text size="lg">{t('hold.text')}</Text>
        <Group mt="md" gap="sm">
          {REASONS.map((name) => {
            const words = t(`hold.reasons.${name}`)
            return (
              <Button
                key={name}
                size="lg"
                variant={reason === words ? 'filled' : 'default'}
                aria-pressed={reason === words}
                onClick={() => setReason(words)}
              >
                {words}
              </Button>
            )
          })}
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
        {error !== null && (
          <Alert role="alert" color="red" mt="sm">
            {wordsOfError(t, error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" size="lg" onClick={onClose}>
            {t('hold.back')}
          </Button>
          <Button type="submit" size="lg" loading={busy}>
            {t('hold.yes')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
