import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { OpDetail, OutboxRow } from '../../../../../shared/contract/op-views'
import type { RequestOf } from '../../../../../shared/contract/requests'
import type { HeldAnswer } from '../../../../../shared/domain/outbox/operation'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { NeedsSupervisor } from '../../../parts/needs-supervisor'
import { askedAmount, subjectOf } from '../../../parts/sentences'
import { useSpeech } from '../../../parts/use-speech'
import { useFormGuard } from '../../../scan/use-form-guard'
import { DialogButtons } from '../../../ui/dialog-buttons'
import { answerWords } from './answer-words'
import { CorrectForm } from './correct-form'
import classes from './op.module.css'
import { useDecision } from './use-decision'

/** Adopting is done next to the candidate. */
type Asked = Exclude<HeldAnswer, 'adopt'>
/** Answers that need nothing but a reason. */
type PlainAnswer = RequestOf<'outbox:answer'>['answer']
type Dialog = 'discard' | 'correct' | 'resendRefund'

/** The answers that are safe now, and no others. */
export function OpAnswers({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const { dialog, setDialog, error, busy, send, onAnswer } = useAnswers(detail)
  const answers = detail.row.answers.filter((answer): answer is Asked => answer !== 'adopt')
  if (answers.length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('op.do')}>
      <h2 className={classes['cardTitle']}>{t('op.do')}</h2>
      <ErrorAlert error={error} mt="xs" />
      {answers.map((answer) => {
        const { button, hint } = answerWords(t, answer, detail.row)
        return (
          <div key={answer} className={classes['answer']}>
            <Button
              variant={answer === 'discard' ? 'outline' : 'default'}
              color={answer === 'discard' ? 'red' : ''}
              loading={busy}
              onClick={() => onAnswer(answer)}
            >
              {button}
            </Button>
            <span>{hint}</span>
          </div>
        )
      })}
      {answers.some((answer) => answer !== 'check') && <NeedsSupervisor />}
      {dialog === 'discard' && (
        <DiscardDialog
          row={detail.row}
          onClose={() => setDialog(null)}
          onDiscard={(reason) => send('discard', reason)}
        />
      )}
      {dialog === 'correct' && <CorrectForm detail={detail} onClose={() => setDialog(null)} />}
      {dialog === 'resendRefund' && (
        <ResendRefundDialog
          detail={detail}
          onClose={() => setDialog(null)}
          onYes={() => send('resend', '')}
        />
      )}
    </section>
  )
}

function useAnswers(detail: OpDetail) {
  const { busy, error, decide } = useDecision('outbox:answer', detail.row.seq)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const send = (kind: PlainAnswer, reason: string) => {
    setDialog(null)
    void decide({ answer: kind, reason })
  }
  const onAnswer = (asked: Asked) => {
    if (asked === 'discard' || asked === 'correct') setDialog(asked)
    else if (asked === 'resend' && detail.row.kind === 'create_refund') setDialog('resendRefund')
    else send(asked, '')
  }
  return { dialog, setDialog, error, busy, send, onAnswer }
}

type Props = { detail: OpDetail; onClose: () => void; onYes: () => void }

/** Names the amount before money is sent a second time. */
function ResendRefundDialog({ detail, onClose, onYes }: Props) {
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

type DiscardProps = { row: OutboxRow; onClose: () => void; onDiscard: (reason: string) => void }

/** Discarding an operation requires a reason, which stays in the history. */
function DiscardDialog({ row, onClose, onDiscard }: DiscardProps) {
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
            {t('outbox.answers.discard')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
