import { Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/error-alert'
import { FiguresExplained, ReportCard } from '../../parts/report'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useRead } from '../../parts/use-read'
import { useHasTrucks } from '../../parts/use-trucks'
import { useLocale, useTranslation } from '../../locales/i18n'
import report from '../../ui/report.module.css'

const REFRESH_MS = 60_000

/** Which trucks left without packed parcels, and why? Nothing where nobody has said when trucks leave. */
export function MissedTrucks({ days }: { days: number }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const request = useHasTrucks() ? { days } : null
  const { value: missed, error } = useRead('trucks:missed', request, { everyMs: REFRESH_MS })
  if (request === null || (missed === null && error === null)) return null
  const title = t('trucks.missed.title')
  return (
    <ReportCard title={title}>
      <ErrorAlert error={error} />
      {missed?.length === 0 && <Text>{t('trucks.missed.none')}</Text>}
      {missed !== null && missed.length > 0 && (
        <table className={report['table']}>
          <caption className={report['unseen']}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('trucks.missed.truck')}</th>
              <th scope="col">{t('trucks.missed.too_late')}</th>
              <th scope="col">{t('trucks.missed.not_handed_over')}</th>
            </tr>
          </thead>
          <tbody>
            {missed.map(({ carrier, leftAt, missed: parcels }) => (
              <tr key={`${carrier} ${leftAt}`}>
                <th scope="row">{t('trucks.at', { name: carrier, at: showMinute(leftAt, zone) })}</th>
                <td>{parcels.too_late.toLocaleString(locale)}</td>
                <td>{parcels.not_handed_over.toLocaleString(locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <FiguresExplained>{t('trucks.missed.about')}</FiguresExplained>
    </ReportCard>
  )
}
