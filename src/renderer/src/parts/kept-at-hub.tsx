import { Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { JournalView } from '../../../shared/contract/neighbors'
import { useTranslation } from '../locales/i18n'
import { showMinute } from './time/station-time'
import { useZone } from './time/use-zone'

/** How many open operations only this PC has, and what else there is to say of their copies at the hub. */
export function KeptAtHub({ journal, className }: { journal: JournalView; className?: string | undefined }) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <div className={className}>
      {sentences(t, journal, (iso) => showMinute(iso, zone)).map((sentence) => (
        <Text key={sentence} inherit>
          {sentence}
        </Text>
      ))}
    </div>
  )
}

function sentences(t: TFunction, journal: JournalView, showTime: (iso: string) => string): string[] {
  const { waiting, full, lostAt, takenOver } = journal
  return [
    waiting === 0 ? t('stations.hub.journal.kept') : t('stations.hub.journal.only', { count: waiting }),
    ...(full ? [t('stations.hub.journal.full')] : []),
    ...(lostAt === null ? [] : [t('stations.hub.journal.lost', { at: showTime(lostAt) })]),
    ...(takenOver === null
      ? []
      : [t('stations.hub.journal.taken', { count: takenOver.operations, station: takenOver.station })]),
  ]
}
