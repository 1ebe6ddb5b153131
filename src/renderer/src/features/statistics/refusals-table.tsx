import { useTranslation } from 'react-i18next'
import type { RefusalsView } from '../../../../shared/contract/statistics-views'
import { useLocale } from '../../locales/i18n'
import { verdictWords } from '../../parts/verdict-words'
import report from '../../ui/report.module.css'
import classes from './statistics.module.css'
import { operatorName } from './tables'

/** Which scans fail, why, and with whom? */
export function RefusalsTable({ refusals }: { refusals: readonly RefusalsView[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(...refusals.map(({ scans }) => scans))
  return (
    <table className={report['table']}>
      <caption className={report['unseen']}>{t('statistics.refusalsTitle')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statistics.reason')}</th>
          <th scope="col">{t('statistics.count')}</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ reason, scans, operators }) => (
          <tr key={reason}>
            <th scope="row">
              {verdictWords(t, reason)}
              <div className={classes['bar']} style={{ width: `${(scans / most) * 100}%` }} aria-hidden />
              <div className={classes['who']}>
                {operators
                  .map(({ operator, scans: count }) =>
                    t('statistics.whoCount', { name: operatorName(t, operator), count }),
                  )
                  .join(' · ')}
              </div>
            </th>
            <td>{scans.toLocaleString(locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
