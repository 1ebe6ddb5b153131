import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxRow } from '../../../../shared/contract/op-views'
import { subjectOf } from '../../parts/sentences'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'

type Props = { row: OutboxRow; onClose: () => void; onDiscard: (reason: string) => void }

/** Discarding an operation requires a reason, which stays in the history. */
export function DiscardDialog({ row, onClose, onDiscard }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  useFormGuard(true, { close: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else onDiscard(reason.trim())
  }
  const kind = t(`outbox.kinds.${row.kind}`)
  const subject = subjectOf(t, row)
  return (
    <Modal opened onClose={onClose} title={t('outbox.discardTitle', { kind, subject })} size="lg">
      <form onSubmit={submit} noValidate>
        <Text mb="sm">{t('outbox.discardText')}</Text>
        <Textarea
          label={t('outbox.reason')}
          withAsterisk
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? t('outbox.reasonMissing') : null}
          data-autofocus
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('outbox.discardNo')}
          </Button>
          <Button type="submit" color="red.9">
            {t('outbox.discardYes')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
