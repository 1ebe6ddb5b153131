import { Checkbox, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { leftOfLine, type LineMoney } from '../../../../shared/domain/orders/order-money'
import { lineWords, moneyWords } from '../../parts/sentences'
import { useSpeech } from '../../parts/use-speech'
import classes from './order.module.css'

type Props = {
  order: OrderView
  lines: readonly LineMoney[]
  /** What is left of the order; without it, nobody knows what is left of a line. */
  restCents: number | null
  chosen: ReadonlySet<number>
  onToggle: (lineId: number) => void
}

/** The lines that a refund may be made up of, each with what is left of what the buyer paid for it. */
export function RefundLines({ order, lines, restCents, chosen, onToggle }: Props) {
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
