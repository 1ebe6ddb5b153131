import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClockExclamation,
  IconDatabaseX,
  IconHourglass,
  IconKeyOff,
  IconUserQuestion,
  IconPlugConnectedX,
  IconServerOff,
  IconWifiOff,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { groupOfReason, type ConnectionReason } from '../../../shared/domain/station/connection-reason'
import type { Locale } from '../../../shared/domain/station/locale'
import type { BridgeError } from '../../../shared/contract/result'
import type { ClockView, StationStatus } from '../../../shared/contract/views'
import { Notice } from '../parts/notice'
import { showSecond } from '../parts/time/station-time'
import { useZone } from '../parts/time/use-zone'
import { isStopped } from '../stores/order-store'
import { useStoreOf } from '../stores/stores'
import { useLocale, wordsOfError, useTranslation } from '../locales/i18n'

/** Messages about the whole account, above every page, each with its own words. */
export function Banner() {
  const { t } = useTranslation()
  const link = useStoreOf('station', (state) => state.link)
  const status = useStoreOf('station', (state) => state.bootstrap?.status)
  if (link !== 'up') {
    return (
      <Notice tone="bad" icon={<IconPlugConnectedX aria-hidden />} title={t(`banner.${link}Title`)}>
        {t(`banner.${link}Text`)}
      </Notice>
    )
  }
  if (status === undefined) return null
  return (
    <>
      <AlarmsAside />
      {status.diskFull && (
        <Notice tone="bad" icon={<IconDatabaseX aria-hidden />} title={t('banner.diskTitle')}>
          {t('banner.diskText')}
        </Notice>
      )}
      {status.diskFails && (
        <Notice tone="bad" icon={<IconDatabaseX aria-hidden />} title={t('banner.diskFailsTitle')}>
          {t('banner.diskFailsText')}
        </Notice>
      )}
      <GateNotice status={status} />
      <ClockNotice clock={status.clock} />
    </>
  )
}

/** Postponed alarms no longer interrupt, but do not go away either. */
function AlarmsAside() {
  const { t } = useTranslation()
  const count = useStoreOf('notices', (state) => state.notices.length)
  const showList = useStoreOf('notices', (state) => state.showList)
  if (count === 0) return null
  return (
    <Notice
      tone="bad"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('banner.asideTitle', { count })}
      action={
        <Button variant="white" color="dark" flex="none" onClick={() => showList(true)}>
          {t('banner.asideShow')}
        </Button>
      }
    >
      {null}
    </Notice>
  )
}

const ANSWER_ICONS = {
  silent: <IconWifiOff aria-hidden />,
  failing: <IconServerOff aria-hidden />,
  foreign: <IconWorldQuestion aria-hidden />,
} as const

/** Only a sign-in page can be dealt with at this PC. */
function wordsOfForeign(reason: ConnectionReason | null): 'foreign' | 'failing' {
  return reason === null || reason === 'portal' ? 'foreign' : 'failing'
}

/** As when a cable is out, a server is down, or the network wants a sign-in: a code would tell IT no more. */
const NEEDS_NO_CODE: ReadonlySet<ConnectionReason> = new Set([
  'portal',
  'name_server',
  'refused',
  'no_route',
  'timeout',
  'broken_off',
])

/** Whether the page is of an order that must not be packed: next to it, nothing may say to keep packing. */
function useOrderStopped(): boolean {
  const onPage = useStoreOf('screen', ({ screen }) => screen === 'order')
  const stopped = useStoreOf('order', ({ order }) => order !== null && isStopped(order))
  return onPage && stopped
}

function GateNotice({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const zone = useZone()
  const go = useStoreOf('screen', (state) => state.go)
  const mayPack = !useOrderStopped()
  const { gate, waiting: count, throttledUntil, noConnection } = status
  const reason = noConnection?.reason ?? null
  // What ends by itself, or at the marketplace, has no code here either: the station menu and Settings name it.
  const group = reason === null ? null : groupOfReason(reason)
  const isPlain = reason === null || group === 'marketplace' || NEEDS_NO_CODE.has(reason)
  const forIt = isPlain ? '' : ` ${t('connection.codeForIt', { reason })}`
  const tone = group === null || group === 'network' || group === 'marketplace' ? 'calm' : 'warn'
  switch (gate) {
    case 'online':
    case 'items_throttled':
    // Over within seconds, and nobody has to do anything.
    case 'checking':
      return null
    case 'silent':
    case 'failing':
    case 'foreign':
      return (
        <Notice
          tone={gate === 'foreign' ? 'warn' : tone}
          icon={ANSWER_ICONS[gate]}
          title={t(`account.${gate}Title`)}
        >
          {mayPack && t(`account.${gate === 'foreign' ? wordsOfForeign(reason) : gate}Text`)}
          {forIt}
        </Notice>
      )
    case 'offline':
      return (
        <Notice tone={tone} icon={<IconWifiOff aria-hidden />} title={t('account.offlineTitle')}>
          {mayPack && t('account.offlineText', { count })}
          {forIt}
        </Notice>
      )
    case 'throttled': {
      const until = throttledUntil === null ? '' : showSecond(throttledUntil, zone)
      return (
        <Notice
          tone="calm"
          icon={<IconHourglass aria-hidden />}
          title={t('account.throttledTitle', { until })}
        >
          {mayPack && t('account.throttledText')}
        </Notice>
      )
    }
    case 'unproven':
      return (
        <Notice
          tone="bad"
          icon={<IconUserQuestion aria-hidden />}
          title={t('banner.unprovenTitle')}
          action={
            <Button variant="white" color="dark" flex="none" onClick={() => go('settings')}>
              {t('banner.tokenLink')}
            </Button>
          }
        >
          {mayPack && t('banner.unprovenText')}
        </Notice>
      )
    case 'unauthorized':
      return (
        <Notice
          tone="bad"
          icon={<IconKeyOff aria-hidden />}
          title={t('banner.tokenTitle')}
          action={
            <Button variant="white" color="dark" flex="none" onClick={() => go('settings')}>
              {t('banner.tokenLink')}
            </Button>
          }
        >
          {mayPack && t('banner.tokenText', { operations: t('status.waiting', { count }) })}
        </Notice>
      )
  }
}

function ClockNotice({ clock }: { clock: ClockView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const confirmClock = useStoreOf('station', (state) => state.confirmClock)
  const [error, setError] = useState<BridgeError | null>(null)
  const { state, offsetMs } = clock
  if ((state !== 'differs' && state !== 'refused') || offsetMs === null) return null
  const confirm = (
    <Button
      variant={state === 'refused' ? 'white' : 'outline'}
      color="dark"
      flex="none"
      onClick={() => void confirmClock().then(setError)}
    >
      {t('account.clock.confirm')}
    </Button>
  )
  return (
    <Notice
      tone={state === 'refused' ? 'bad' : 'warn'}
      icon={<IconClockExclamation aria-hidden />}
      title={clockTitle(t, locale, state, offsetMs)}
      action={confirm}
    >
      {error === null ? t(`account.clock.${state}Text`) : wordsOfError(t, error)}
    </Notice>
  )
}

function clockTitle(t: TFunction, locale: Locale, state: 'differs' | 'refused', offsetMs: number): string {
  return t(`account.clock.${state}Title`, {
    by: clockWords(offsetMs, locale),
    direction: offsetMs > 0 ? t('account.clock.behind') : t('account.clock.ahead'),
  })
}

/** The difference between two clocks in words: "45 seconds", "2 minutes, 5 seconds". @param offsetMs of either sign */
function clockWords(offsetMs: number, locale: Locale): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  const parts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3_600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ] as const
  const words = parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(words)
}
