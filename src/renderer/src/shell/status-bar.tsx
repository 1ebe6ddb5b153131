import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconDatabaseImport,
  IconFileAlert,
  IconHourglass,
  IconKeyOff,
  IconPlugConnectedX,
  IconRefresh,
  IconServerOff,
  IconUserQuestion,
  IconWifi,
  IconWifiOff,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationStatus, SyncGate } from '../../../shared/contract/views'
import { BeginButton } from '../parts/begin-button'
import { ageWords } from '../parts/time/ages'
import { showMinute, showSecond, zoneName } from '../parts/time/station-time'
import { useNow } from '../parts/time/use-now'
import { useZone } from '../parts/time/use-zone'
import { useStoreOf } from '../stores/stores'
import { LanguageMenu } from './language-menu'
import classes from './shell.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'plain'

const GATE_LOOKS: Readonly<Record<SyncGate, { tone: Tone; icon: ReactNode }>> = {
  online: { tone: 'good', icon: <IconWifi aria-hidden /> },
  offline: { tone: 'warn', icon: <IconWifiOff aria-hidden /> },
  silent: { tone: 'warn', icon: <IconWifiOff aria-hidden /> },
  failing: { tone: 'warn', icon: <IconServerOff aria-hidden /> },
  foreign: { tone: 'warn', icon: <IconWorldQuestion aria-hidden /> },
  unauthorized: { tone: 'bad', icon: <IconKeyOff aria-hidden /> },
  unproven: { tone: 'bad', icon: <IconUserQuestion aria-hidden /> },
  throttled: { tone: 'warn', icon: <IconHourglass aria-hidden /> },
  items_throttled: { tone: 'plain', icon: <IconHourglass aria-hidden /> },
}

export function StatusBar() {
  const { t } = useTranslation()
  const status = useStoreOf('station', (state) => state.bootstrap?.status)
  const syncNow = useStoreOf('station', (state) => state.syncNow)
  if (status === undefined) return null
  return (
    <footer className={classes['status']} aria-label={t('status.label')}>
      <Gate status={status} />
      <Counts status={status} />
      <DataAge status={status} />
      <ScannerHint status={status} />
      <BeginButton once />
      <Button
        variant="subtle"
        ml="auto"
        leftSection={<IconRefresh aria-hidden />}
        onClick={() => void syncNow()}
      >
        {t('status.syncNow')}
      </Button>
      <LanguageMenu />
    </footer>
  )
}

/**
 * Hidden once calibration has passed; and while something more urgent needs a person, or while the age of the data is
 * unknown: that text is longer, and at most starts the bar would briefly be two lines high.
 */
function ScannerHint({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const calibratedAt = useStoreOf('station', (state) => state.bootstrap?.preferences.scanner.calibratedAt)
  const go = useStoreOf('screen', (state) => state.go)
  if (calibratedAt !== null || status.held > 0 || status.notices > 0 || !status.dataAgeKnown) return null
  return (
    <Button variant="subtle" color="gray" onClick={() => go('settings', 'scanner')}>
      {t('calibration.hint')}
    </Button>
  )
}

function Item({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  const strong = tone === 'plain' ? '' : `${classes['strong']} ${classes[tone]}`
  return (
    <span className={`${classes['item']} ${strong}`}>
      {icon}
      <span>{children}</span>
    </span>
  )
}

function Gate({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const zone = useZone()
  const link = useStoreOf('station', (state) => state.link)
  if (link !== 'up') {
    // What was last read from the marketplace is stale.
    return (
      <Item tone="bad" icon={<IconPlugConnectedX aria-hidden />}>
        {t('status.noLink')}
      </Item>
    )
  }
  const until = status.throttledUntil === null ? '' : showSecond(status.throttledUntil, zone)
  const { tone, icon } = GATE_LOOKS[status.gate]
  return (
    <span data-testid="gate">
      <Item tone={tone} icon={icon}>
        {t(`status.${status.gate}`, { until })}
      </Item>
    </span>
  )
}

function Counts({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const { waiting, held, importing, unreadable, notices } = status
  const showList = useStoreOf('notices', (state) => state.showList)
  return (
    <>
      <span data-testid="waiting">
        <Item tone={waiting > 0 ? 'warn' : 'plain'} icon={<IconClock aria-hidden />}>
          {t('status.waiting', { count: waiting })}
        </Item>
      </span>
      {held > 0 && (
        <Item tone="bad" icon={<IconAlertTriangle aria-hidden />}>
          {t('status.held', { count: held })}
        </Item>
      )}
      {notices > 0 && (
        <Button
          variant="subtle"
          className={classes['bad'] ?? ''}
          leftSection={<IconAlertTriangle aria-hidden />}
          onClick={() => showList(true)}
        >
          {t('alarms.open', { count: notices })}
        </Button>
      )}
      {importing !== null && (
        <Item tone="warn" icon={<IconDatabaseImport aria-hidden />}>
          {t('status.importing', { count: importing.orders })}
        </Item>
      )}
      {unreadable > 0 && (
        <Item tone="bad" icon={<IconFileAlert aria-hidden />}>
          {t('status.unreadable', { count: unreadable })}
        </Item>
      )}
    </>
  )
}

function DataAge({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const { dataAsOf } = status
  if (dataAsOf === null) return <span>{t('status.noData')}</span>
  const age = status.dataAgeKnown
    ? t('status.dataAge', { age: ageWords(t, dataAsOf, nowMs) })
    : t('status.dataAgeUnknown')
  const at = `(${showMinute(dataAsOf, zone)}, ${zoneName(zone.name)})`
  return (
    <span className={classes['age']} title={`${age} ${at}`}>
      <span>{age} </span>
      <span className={classes['at']}>
        <span>{at}</span>
      </span>
    </span>
  )
}
