import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RefundView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/money'
import { useStoreOf } from '../../stores/stores'
import { LOCALE } from '../../words/i18n'
import classes from './order.module.css'

export function RefundList({ refunds }: { refunds: readonly RefundView[] }) {
  const { t } = useTranslation()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  if (refunds.length === 0) return null
  const unknown = t('refunds.unknown')
  const stateWords = (state: string | null) =>
    state === 'pending' || state === 'successful' ? t(`refunds.states.${state}`) : (state ?? unknown)
  return (
    <section className={classes['card']} aria-label={t('refunds.title')}>
      <h2 className={classes['cardTitle']}>{t('refunds.title')}</h2>
      {refunds.map((refund) => (
        <div key={refund.id} className={classes['note']}>
          <span>{t('refunds.row', { type: refund.type ?? unknown, source: refund.source ?? unknown })}</span>
          <Badge variant="outline">{stateWords(refund.state)}</Badge>
          <span className={classes['spacer']} />
          {refund.totalCents !== null && <span>{formatCents(refund.totalCents, currency, LOCALE)}</span>}
        </div>
      ))}
    </section>
  )
}
