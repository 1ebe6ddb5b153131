import { Alert } from '@mantine/core'
import type { EvidenceAtHub } from '../../../../shared/contract/evidence'
import { useTranslation } from '../../locales/i18n'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'

/** Whether the log is what the warehouse's hub has kept of it. */
export function AtHub({ hub }: { hub: EvidenceAtHub }) {
  const { t } = useTranslation()
  const zone = useZone()
  const color = colorOf(hub)
  const seq = 'seq' in hub ? hub.seq : 0
  const since = 'since' in hub && hub.since !== null ? showTime(hub.since, zone) : ''
  return (
    <Alert role={color === 'red' ? 'alert' : 'status'} color={color} mb="sm" data-testid="verdict-hub">
      <strong>{t(`evidence.atHub.${hub.state}`, { seq, since })}</strong>{' '}
      {hub.state !== 'away' && <More hub={hub} />}
    </Alert>
  )
}

type Asked = Exclude<EvidenceAtHub, { state: 'away' }>

function More({ hub }: { hub: Asked }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { agreed, recorded, ignored, full, final } = hub
  const said = [
    isWrong(hub) && agreed > 0 && t('evidence.atHub.agreed', { agreed }),
    isWrong(hub) && recorded === null && t('evidence.atHub.notRecorded'),
    recorded !== null &&
      t(`evidence.atHub.recorded.${recorded.kind}`, { seq: recorded.seq, at: showTime(recorded.at, zone) }),
    ignored > 0 && t('stations.hub.ignored', { count: ignored }),
    full && t('evidence.atHub.full'),
    !final && t('evidence.atHub.notFinal'),
  ]
  return <>{said.filter((sentence) => sentence !== false).join(' ')}</>
}

const isWrong = ({ state }: Asked): boolean =>
  state === 'differs' || state === 'beyond' || state === 'replaced' || state === 'lost'

function colorOf(hub: EvidenceAtHub): 'red' | 'yellow' | 'green' | 'gray' {
  if (hub.state === 'away') return 'gray'
  // A log that was cut off says so as well: `head_missed` excuses nothing.
  if (isWrong(hub) && (hub.recorded === null || hub.recorded.kind === 'head_missed')) return 'red'
  if (isWrong(hub) || hub.full || !hub.final) return 'yellow'
  return hub.state === 'none' ? 'gray' : 'green'
}
