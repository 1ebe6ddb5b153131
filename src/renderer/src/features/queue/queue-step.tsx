import { MOST_FOUND } from '../../../../shared/domain/orders/order-queue'
import { useTranslation } from '../../locales/i18n'
import { BandStep } from '../../parts/band-step'
import { importWords } from '../../parts/import-words'
import { ageWords } from '../../parts/time/ages'
import { showMinute, zoneName } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { AfterFirst } from '../../ui/after-first'
import classes from './queue-step.module.css'

/** No order is open: what can be scanned, and how much there is to do. */
export function QueueStep() {
  const { t } = useTranslation()
  const view = useStoreOf('queue', (state) => state.view)
  const total = useStoreOf('queue', (state) => state.rows.total)
  const search = useStoreOf('queue', (state) => state.search)
  const name = useStoreOf('station', (state) => state.bootstrap?.lan.name ?? '')
  return (
    <BandStep
      label={t('nextStep.label')}
      about={
        <>
          {name !== '' && <strong>{name}</strong>}
          <span aria-live="polite">
            {total !== null &&
              t('queue.ofView', {
                label: t(`queue.views.${view}`),
                value:
                  search !== '' && total > MOST_FOUND
                    ? t('queue.moreThan', { count: MOST_FOUND })
                    : t('queue.count', { count: total }),
              })}
          </span>
          <AfterFirst>
            <DataAge />
            <Importing />
          </AfterFirst>
        </>
      }
      title={t('scan.ready')}
    >
      <Today />
    </BandStep>
  )
}

/** How much is done, for those who do it. */
function Today() {
  const { t } = useTranslation()
  const packed = useStoreOf('queue', ({ counts }) => counts?.packedToday ?? 0)
  const perHour = useStoreOf('queue', ({ counts }) => counts?.perHour ?? null)
  if (packed === 0) return null
  return (
    <>
      <b className={classes['today']}>{packed}</b>
      <div className={classes['pace']}>
        {t('queue.today', { count: packed })}
        {perHour !== null && <> · {t('queue.perHour', { count: Math.round(perHour) })}</>}
      </div>
    </>
  )
}

/** How old the orders shown are: offline, that is what a packer must know of them. */
function DataAge() {
  const { t } = useTranslation()
  const nowMs = useNow()
  const zone = useZone()
  const dataAsOf = useStoreOf('station', (state) => state.bootstrap?.status.dataAsOf ?? null)
  const known = useStoreOf('station', (state) => state.bootstrap?.status.dataAgeKnown === true)
  if (dataAsOf === null) return <span>{t('status.noData')}</span>
  return (
    <span title={`${showMinute(dataAsOf, zone)}, ${zoneName(zone.name)}`}>
      {known ? t('status.dataAge', { age: ageWords(t, dataAsOf, nowMs) }) : t('status.dataAgeUnknown')}
    </span>
  )
}

function Importing() {
  const { t } = useTranslation()
  const importing = useStoreOf('station', (state) => state.bootstrap?.status.importing ?? null)
  const connected = useStoreOf('station', (state) => state.bootstrap?.status.noConnection == null)
  return importing === null || !connected ? null : <span>{importWords(t, importing)}</span>
}
