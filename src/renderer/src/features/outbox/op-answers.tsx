import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { OpDetail } from '../../../../shared/contract/op-views'
import type { HeldAnswer } from '../../../../shared/domain/outbox/operation'
import { ErrorAlert } from '../../parts/error-alert'
import { NeedsSupervisor } from '../../parts/needs-supervisor'
import { CorrectForm } from './correct-form'
import { DiscardDialog } from './discard-dialog'
import classes from './op.module.css'
import { askedAmount } from '../../parts/sentences'
import { useSpeech } from '../../parts/use-speech'
import { useFormGuard } from '../../scan/use-form-guard'
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
      {answers.map((answer) => (
        <div key={answer} className={classes['answer']}>
          <Button
            variant={answer === 'discard' ? 'outline' : 'default'}
            color={answer === 'discard' ? 'red' : ''}
            loading={busy}
            onClick={() => onAnswer(answer)}
          >
            {t(`outbox.answers.${answer}`)}
          </Button>
          <span>{t(`op.hints.${answer}`)}</span>
        </div>
      ))}
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
  const { busy, error, decide } = useDecision('outbox:answer')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const send = (kind: PlainAnswer, reason: string) => {
    setDialog(null)
    void decide({ seq: detail.row.seq, answer: kind, reason })
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
