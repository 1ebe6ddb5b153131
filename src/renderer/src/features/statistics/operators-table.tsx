import type { OperatorWorkView } from '../../../../shared/contract/statistics'
import { useLocale, useTranslation } from '../../locales/i18n'
import { rateWords } from '../../parts/plan'
import report from '../../ui/report.module.css'
import { durationWords, ordersPerHour } from './figures'
import { operatorName } from './tables'

/** Who packs how much, and where does it go slowly? */
export function OperatorsTable({ operators }: { operators: readonly OperatorWorkView[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const figure = (value: number) => value.toLocaleString(locale)
  return (
    <div className={report['wide']} tabIndex={0} role="group" aria-label={t('statistics.operatorsTitle')}>
      <table className={report['table']}>
        <caption className={report['unseen']}>{t('statistics.operatorsTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics.operator')}</th>
            <th scope="col">{t('statistics.orders')}</th>
            <th scope="col">{t('statistics.lines')}</th>
            <th scope="col">{t('statistics.scans')}</th>
            <th scope="col">{t('statistics.refused')}</th>
            <th scope="col">{t('statistics.byHand')}</th>
            <th scope="col">{t('statistics.perHour')}</th>
            <th scope="col">{t('statistics.time')}</th>
          </tr>
        </thead>
        <tbody>
          {operators.map((one) => {
            const rate = ordersPerHour(one)
            return (
              <tr key={one.operator}>
                <th scope="row">{operatorName(t, one.operator)}</th>
                <td>{figure(one.orders)}</td>
                <td>{figure(one.lines)}</td>
                <td>{figure(one.scans)}</td>
                <td>
                  {one.refusals === 0
                    ? 0
                    : t('statistics.refusedShare', {
                        count: one.refusals,
                        percent: (one.refusals / one.scans).toLocaleString(locale, {
                          style: 'percent',
                          maximumFractionDigits: 1,
                        }),
                      })}
                </td>
                <td>{figure(one.byHand)}</td>
                <td>{rate === null ? '' : rateWords(rate, locale)}</td>
                <td>{durationWords(t, one.secondsPerOrder)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
