import type { ReactNode } from 'react'
import { groupOfReason } from '../../../shared/domain/station/connection-reason'
import type { StationStatus } from '../../../shared/contract/views'
import { useTranslation } from '../locales/i18n'
import { importWords } from '../parts/import-words'
import { ageWords } from '../parts/time/ages'
import { showMinute, showSecond, zoneName } from '../parts/time/station-time'
import { useNow } from '../parts/time/use-now'
import { useZone } from '../parts/time/use-zone'
import { useStoreOf } from '../stores/stores'
import { GATE_TONES, type Tone } from './gate-looks'
import classes from './rail.module.css'

/** Connection, what waits, and how old the orders shown are, in whole sentences. */
export function StationFacts({ status }: { status: StationStatus }) {
  return (
    <ul className={classes['facts']}>
      <Gate status={status} />
      <WhyNoConnection status={status} />
      <Counts status={status} />
      <DataAge status={status} />
    </ul>
  )
}

function Fact({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <li className={tone === 'plain' ? '' : classes[tone]}>{children}</li>
}

function Gate({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const zone = useZone()
  const link = useStoreOf('station', (state) => state.link)
  const waitsFor = useStoreOf('waits', (state) => state.waitsFor)
  // What was last read from the marketplace is stale.
  if (link !== 'up') return <Fact tone="bad">{t('status.noLink')}</Fact>
  if (waitsFor !== null) return <Fact tone="warn">{t(`status.waits.${waitsFor}`)}</Fact>
  const until = status.throttledUntil === null ? '' : showSecond(status.throttledUntil, zone)
  return <Fact tone={GATE_TONES[status.gate]}>{t(`status.${status.gate}`, { until })}</Fact>
}

/** What the packer can do, and what to tell IT. */
function WhyNoConnection({ status: { noConnection } }: { status: StationStatus }) {
  const { t } = useTranslation()
  if (noConnection === null) return null
  const { reason } = noConnection
  return <Fact tone="warn">{t(`connection.packer.${groupOfReason(reason)}`, { reason })}</Fact>
}

function Counts({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const isOpen = useStoreOf('waits', ({ waitsFor }) => waitsFor !== null)
  const { waiting, held, unreadable } = status
  const importing = status.noConnection === null ? status.importing : null
  return (
    <>
      {(waiting > 0 || (held === 0 && !isOpen)) && (
        <Fact tone={waiting > 0 ? 'warn' : 'plain'}>{t('status.waiting', { count: waiting })}</Fact>
      )}
      {held > 0 && <Fact tone="bad">{t('status.held', { count: held })}</Fact>}
      {importing !== null && <Fact tone="warn">{importWords(t, importing)}</Fact>}
      {unreadable > 0 && <Fact tone="bad">{t('status.unreadable', { count: unreadable })}</Fact>}
    </>
  )
}

function DataAge({ status: { dataAsOf, dataAgeKnown } }: { status: StationStatus }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  if (dataAsOf === null) return <Fact>{t('status.noData')}</Fact>
  const age = dataAgeKnown
    ? t('status.dataAge', { age: ageWords(t, dataAsOf, nowMs) })
    : t('status.dataAgeUnknown')
  return (
    <Fact>
      {age} ({showMinute(dataAsOf, zone)}, {zoneName(zone.name)})
    </Fact>
  )
}
