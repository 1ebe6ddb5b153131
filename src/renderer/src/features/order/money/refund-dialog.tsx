import { Button, Group, Modal, Stack, Text, TextInput, Checkbox } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { OrderCopy } from '../../../../../shared/contract/copy-views'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { OrderView } from '../../../../../shared/contract/views'
import { centsAsTyped } from '../../../../../shared/domain/orders/money'
import { refundOfLines, leftOfLine, type LineMoney } from '../../../../../shared/domain/orders/order-money'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { moneyWords, lineWords } from '../../../parts/sentences'
import { useSpeech } from '../../../parts/use-speech'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import { DialogButtons } from '../../../ui/dialog-buttons'
import classes from '../order.module.css'
import { asksReason, readRefund, type RefundProblem } from './refund-draft'

type Props = { order: OrderView; copy: OrderCopy | null; onClose: () => void }

/**
 * Asks for lines or an amount, and repeats the amount on the button that refunds it: the marketplace is told nothing
 * else. More than what is left takes a supervisor and a reason.
 */
export function RefundDialog({ order, copy, onClose }: Props) {
  const { t } = useTranslation()
  const speech = useSpeech(order)
  const lines = copy?.money.lines ?? []
  const refund = useRefund(order, lines, onClose)
  const { text, setText, draft, problem, error, busy, twice, submit, confirm, back } = refund
  const { reason, setReason, needsReason } = refund
  useFormGuard(true, { close: onClose })
  const { refundRestCents: restCents } = order
  const rest = moneyWords(speech, restCents)
  if (twice !== null)
    return (
      <Modal opened onClose={onClose} title={t('money.refundTitle', { orderId: order.orderId })} size="lg">
        <Text size="lg">{t('money.twice', { limit: moneyWords(speech, twice.limitCents) })}</Text>
        <DialogButtons>
          <Button variant="default" size="lg" onClick={back} data-autofocus>
            {t('money.back')}
          </Button>
          <Button size="lg" color="red.9" loading={busy} onClick={confirm}>
            {t('money.twiceYes', { amount: moneyWords(speech, twice.cents) })}
          </Button>
        </DialogButtons>
      </Modal>
    )
  return (
    <Modal opened onClose={onClose} title={t('money.refundTitle', { orderId: order.orderId })} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{restCents === null ? t('money.restUnknown') : t('money.rest', { rest })}</Text>
          <RefundLines {...{ order, lines, restCents }} chosen={refund.chosen} onToggle={refund.toggle} />
          <TextInput
            label={t('money.amount', { currency: speech.currency })}
            description={t('money.amountHint')}
            withAsterisk
            inputMode="decimal"
            autoComplete="off"
            size="lg"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={problem === null || problem === 'rest_unknown' ? null : t(`money.problems.${problem}`)}
            data-autofocus
          />
          {restCents !== null && restCents > 0 && (
            <Group>
              <Button variant="default" onClick={() => setText(centsAsTyped(restCents, speech.locale))}>
                {t('money.all', { rest })}
              </Button>
            </Group>
          )}
          {needsReason && (
            <TextInput
              label={t('money.reason')}
              description={t('money.reasonHint')}
              withAsterisk
              maxLength={500}
              size="lg"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              error={asksReason(problem) && reason.trim() === '' ? t('outbox.reasonMissing') : null}
            />
          )}
          <ErrorAlert error={problem === null ? error : null} />
          <DialogButtons>
            <Button variant="default" size="lg" onClick={onClose}>
              {t('money.back')}
            </Button>
            <Button type="submit" size="lg" color="red.9" loading={busy}>
              {draft.cents === null
                ? t('money.refund')
                : t('money.refundYes', { amount: moneyWords(speech, draft.cents) })}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function useRefund(order: OrderView, lines: readonly LineMoney[], onClose: () => void) {
  const refund = useStoreOf('order', (state) => state.refund)
  const busy = useStoreOf('order', (state) => state.busy === 'refund')
  const [text, setTextAlone] = useState('')
  const [problem, setProblem] = useState<RefundProblem | null>(null)
  const [error, setError] = useState<BridgeError | null>(null)
  const limitCents = useStoreOf(
    'station',
    (state) => state.bootstrap?.preferences.money.refundAskAboveCents ?? 0,
  )
  /** The amount to be confirmed a second time. */
  const [twice, setTwice] = useState<{ cents: number; limitCents: number } | null>(null)
  const [reason, setReason] = useState('')
  const { refundRestCents: restCents } = order
  const draft = readRefund(text, restCents, reason)
  const needsReason = restCents === null || draft.reason !== null || asksReason(draft.problem)
  const { locale } = useSpeech(order)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const setAmount = (typed: string) => {
    setTextAlone(typed)
    setProblem(null)
    setError(null)
  }
  // An amount typed by hand is for no line in particular.
  const setText = (typed: string) => {
    setAmount(typed)
    setChosen(new Set())
  }
  const toggle = (lineId: number) => {
    const next = new Set(chosen)
    if (!next.delete(lineId)) next.add(lineId)
    setChosen(next)
    setAmount(next.size === 0 ? '' : centsAsTyped(refundOfLines(lines, next, restCents ?? 0), locale))
  }
  const send = (cents: number, confirmed: boolean) =>
    void refund(cents, [...chosen], confirmed, draft.reason).then((refusal) => {
      setTwice(null)
      if (refusal === null) return onClose()
      // The rest may have shrunk since the form was opened.
      const said = refusal.fields?.['amountCents']
      setProblem(said === 'above_rest' || said === 'rest_unknown' ? said : null)
      setError(refusal)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(draft.problem)
    setError(null)
    if (draft.cents === null || busy) return
    if (draft.cents > limitCents) return setTwice({ cents: draft.cents, limitCents })
    send(draft.cents, false)
  }
  const confirm = () => {
    if (twice !== null && !busy) send(twice.cents, true)
  }
  const back = () => setTwice(null)
  const typed = { text, setText, reason, setReason, needsReason, chosen, toggle }
  return { ...typed, draft, problem, error, busy, twice, submit, confirm, back }
}

type LinesProps = {
  order: OrderView
  lines: readonly LineMoney[]
  /** What is left of the order; without it, nobody knows what is left of a line. */
  restCents: number | null
  chosen: ReadonlySet<number>
  onToggle: (lineId: number) => void
}

/** The lines that a refund may be made up of, each with what is left of what the buyer paid for it. */
function RefundLines({ order, lines, restCents, chosen, onToggle }: LinesProps) {
  const { t } = useTranslation()
  const speech = useSpeech(order)
  const fees = new Set(order.lines.filter((line) => line.isShippingFee).map(({ lineId }) => lineId))
  const offered = lines.filter((line) => (line.paidCents ?? 0) > 0)
  if (offered.length === 0 || restCents === null) return null
  return (
    <fieldset className={classes['refundLines']}>
      <legend className={classes['label']}>{t('money.byLine')}</legend>
      <Stack gap={0}>
        {offered.map((line) => {
          const left = Math.min(leftOfLine(line), restCents)
          const name = fees.has(line.lineId) ? t('lines.fee') : lineWords(speech, line.lineId)
          return (
            <Checkbox
              key={line.lineId}
              classNames={{ body: classes['refundLine'] ?? '', labelWrapper: classes['refundWords'] ?? '' }}
              size="md"
              checked={chosen.has(line.lineId)}
              disabled={left === 0}
              onChange={() => onToggle(line.lineId)}
              label={
                left === 0
                  ? t('money.lineRefunded', { line: name })
                  : t('money.lineLeft', { line: name, amount: moneyWords(speech, left) })
              }
            />
          )
        })}
      </Stack>
      <Text className={classes['quiet']} size="sm">
        {t('money.onlySum')}
      </Text>
    </fieldset>
  )
}
