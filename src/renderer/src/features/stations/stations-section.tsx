import { Alert, Badge, Text } from '@mantine/core'
import { IconServer2, IconUsers } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import type { HubView, LanView, NeighborView } from '../../../../shared/contract/neighbors'
import { useTranslation } from '../../locales/i18n'
import { KeptAtHub } from '../../parts/kept-at-hub'
import { ageWords } from '../../parts/time/ages'
import { showClock, showMinute } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { LanForm } from './lan-form'
import { LeftBehind } from './left-behind'
import { PassphraseForm } from './passphrase-form'
import { SetupCard } from './setup-card'

const READ_AGAIN_MS = 5_000

/** Which other stations are on the local network, and how they find and trust each other. */
export function StationsSection() {
  const bootstrap = useStoreOf('station', (state) => state.bootstrap)
  const readLan = useStoreOf('station', (state) => state.readLan)
  useEffect(() => {
    void readLan()
    const timer = setInterval(() => void readLan(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [readLan])
  if (bootstrap === null) return <></>
  const { lan, preferences } = bootstrap
  return (
    <div className={classes['columns']}>
      <div>
        <Neighbors lan={lan} />
        {lan.hub !== null && <SetupCard isOpen={lan.hub.state === 'open'} />}
      </div>
      <div>
        <LanForm lan={preferences.lan} hostName={lan.hostName} atHub={lan.hub !== null} />
        <PassphraseForm isSet={lan.hasPassphrase} />
      </div>
    </div>
  )
}

const IGNORED = ['foreign', 'newer', 'older', 'unreadable'] as const

function Neighbors({ lan }: { lan: LanView }) {
  const { t } = useTranslation()
  const ignored = IGNORED.filter((kind) => lan.ignored[kind] > 0)
  const parts = ignored.map((kind) => t(`stations.ignoredOf.${kind}`, { number: lan.ignored[kind] }))
  return (
    <section className={classes['card']} aria-label={t('stations.title')}>
      <h2 className={classes['cardTitle']}>{t('stations.title')}</h2>
      <Text>{t('stations.about')}</Text>
      <Alert
        role="status"
        mt="md"
        color={lan.state === 'failing' ? 'yellow' : lan.state === 'open' ? 'green' : 'gray'}
        icon={<IconUsers aria-hidden />}
      >
        {wordsOfState(t, lan)}
      </Alert>
      {lan.hub !== null && <HubState hub={lan.hub} />}
      {/* What multicast reaches says nothing where there is a hub. */}
      {lan.hub === null &&
        (lan.reach === 'deaf' || lan.reach === 'peers_silent' || lan.reach === 'alone') && (
          <Alert role="status" mt="md" color={lan.reach === 'alone' ? 'gray' : 'yellow'}>
            {t(`stations.reach.${lan.reach}`)}
          </Alert>
        )}
      {lan.full && (
        <Alert role="status" mt="md" color="yellow">
          {t('stations.full')}
        </Alert>
      )}
      <ul className={classes['list']} aria-label={t('stations.title')}>
        {lan.stations.map((station) => (
          <Neighbor key={station.stationId} station={station} />
        ))}
      </ul>
      {lan.hub?.state === 'open' && <LeftBehind />}
      {parts.length > 0 && (
        <Text mt="md" className={classes['quiet']}>
          {t('stations.ignored', { parts: parts.join(', ') })}
        </Text>
      )}
    </section>
  )
}

function HubState({ hub }: { hub: HubView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const isOpen = hub.state === 'open'
  const at = showMinute(hub.since, zone)
  const { newer, older } = hub.otherVersions
  const ignored = Object.values(hub.ignored).reduce((sum, count) => sum + count, 0)
  return (
    <Alert
      role="status"
      mt="md"
      color={isOpen && newer + older + hub.otherGroups === 0 ? 'green' : 'yellow'}
      icon={<IconServer2 aria-hidden />}
    >
      {/* Not the alert's own title, whose color is too light on yellow. */}
      <Text fw={600}>{t(isOpen ? 'stations.hub.open' : 'stations.hub.away', { at })}</Text>
      <Text>{hub.servers.join(', ')}</Text>
      {isOpen && hub.reader !== null && <Text>{t('stations.hub.reader', { station: hub.reader })}</Text>}
      {hub.journal !== null && <KeptAtHub journal={hub.journal} />}
      {hub.otherGroups > 0 && <Text>{t('stations.hub.otherGroups', { count: hub.otherGroups })}</Text>}
      {hub.missedAt !== null && (
        <Text>{t('stations.hub.missed', { at: showMinute(hub.missedAt, zone) })}</Text>
      )}
      {hub.server !== null && (
        <Text>{t(`stations.hub.flush.${hub.server.flush}`, { version: hub.server.version })}</Text>
      )}
      {hub.refusal !== null && <Text>{t('stations.hub.refusal', { words: hub.refusal })}</Text>}
      {newer > 0 && <Text>{t('stations.hub.newer', { count: newer })}</Text>}
      {older > 0 && <Text>{t('stations.hub.older', { count: older })}</Text>}
      {ignored > 0 && <Text>{t('stations.hub.ignored', { count: ignored })}</Text>}
    </Alert>
  )
}

function Neighbor({ station }: { station: NeighborView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const { name, operator, orderId, since, heardAt } = station
  const at = since === null ? '' : showClock(Date.parse(since), zone)
  return (
    <li className={classes['entry']}>
      <div>
        <strong>{name}</strong>
        {operator !== '' && ` · ${operator}`}
        <div className={classes['quiet']}>{t('stations.heard', { age: ageWords(t, heardAt, nowMs) })}</div>
      </div>
      {orderId === null ? (
        <span className={classes['quiet']}>{t('stations.idle')}</span>
      ) : (
        <Badge variant="outline" color="gray">
          {t('stations.onBench', { orderId, at })}
        </Badge>
      )}
    </li>
  )
}

function wordsOfState(t: TFunction, { state, problem, stations }: LanView): string {
  if (state === 'open') return t('stations.states.open', { count: stations.length })
  if (state === 'failing') return `${t(`stations.problems.${problem ?? 'failed'}`)} ${t('stations.again')}`
  return t(`stations.states.${state}`)
}
