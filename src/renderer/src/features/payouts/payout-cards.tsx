import type { ReactNode } from 'react'
import type { PayoutView } from '../../../../shared/contract/payouts'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { Table } from '../../../../shared/contract/tables'
import type { PayoutSums } from '../../../../shared/domain/orders/payout'
import { useAct } from '../../parts/use-read'
import { useLocale, useTranslation } from '../../locales/i18n'
import { ReportCard } from '../../parts/report'
import { showDay } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import { useSpeech } from '../../parts/use-speech'
import report from '../../ui/report.module.css'
import { categoriesTable, categoryWords, daysTable } from './payout-tables'

/** What sold most first. */
export function CategoriesCard({ view }: { view: PayoutView }) {
  const { t } = useTranslation()
  const { currency } = useSpeech(null)
  return (
    <Card
      title={t('payouts.categoriesTitle')}
      name="categories"
      view={view}
      table={() => categoriesTable(t, view, currency)}
      first={[t('payouts.category')]}
    >
      {view.categories.map((sums) => (
        <tr key={sums.category}>
          <th scope="row">{categoryWords(t, sums)}</th>
          <Amounts sums={sums} />
        </tr>
      ))}
    </Card>
  )
}

/** Newest first; days without an order are left out. */
export function DaysCard({ view }: { view: PayoutView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const locale = useLocale()
  const { currency } = useSpeech(null)
  return (
    <Card
      title={t('payouts.daysTitle')}
      name="days"
      view={view}
      table={() => daysTable(t, view, currency)}
      first={[t('payouts.day'), t('payouts.orders')]}
    >
      {view.days.toReversed().map((sums) => (
        <tr key={sums.day}>
          <th scope="row">{showDay(sums.day, zone)}</th>
          <td>{sums.orders.toLocaleString(locale)}</td>
          <Amounts sums={sums} />
        </tr>
      ))}
    </Card>
  )
}

function Amounts({ sums: { items, soldCents, refundedCents, payoutCents } }: { sums: PayoutSums }) {
  const locale = useLocale()
  const money = useMoney()
  return (
    <>
      <td>{items.toLocaleString(locale)}</td>
      <td>{money(soldCents)}</td>
      <td>{money(refundedCents)}</td>
      <td>{money(payoutCents)}</td>
    </>
  )
}

type CardProps = {
  title: string
  name: RequestOf<'statistics:save-payouts'>['name']
  view: PayoutView
  /** What the button saves. */
  table: () => Table
  /** Heads of the columns before the amounts. */
  first: readonly string[]
  children: ReactNode
}

function Card({ title, name, view: { from, to, daysLeft }, table, first, children }: CardProps) {
  const { t } = useTranslation()
  const { perform } = useAct('statistics:save-payouts')
  const heads = [...first, t('payouts.items'), t('payouts.sold'), t('payouts.refunded'), t('payouts.payout')]
  return (
    <ReportCard
      title={title}
      onSave={() => void perform({ name, from, to, table: table() })}
      // Half of the sums must not look like all of them.
      disabled={daysLeft > 0}
    >
      <div className={report['wide']} tabIndex={0} role="group" aria-label={title}>
        <table className={report['table']}>
          <caption className={report['unseen']}>{title}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </ReportCard>
  )
}
