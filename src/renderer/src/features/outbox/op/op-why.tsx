import type { OpDetail } from '../../../../../shared/contract/op-views'
import { useTranslation } from '../../../locales/i18n'
import { changeWords, errorWords, explanationWords, reasonWords } from '../../../parts/sentences'
import { showSecond, showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import { useSpeech } from '../../../parts/use-speech'
import { useStoreOf } from '../../../stores/stores'
import classes from './op.module.css'

/** Why an operation is stuck, and what a person can do about it. */
export function OpWhy({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const { row } = detail
  const shut = useShut(row)
  const held = row.state === 'held'
  const title = held ? t('op.why') : t('op.now')
  // An error from before it was held says nothing about the reason.
  const holding = detail.history.findLast(({ event }) => event === 'hold')
  const error = held ? (holding?.error ?? null) : row.lastError
  return (
    <section className={`${classes['card']} ${held ? classes['held'] : ''}`} aria-label={title}>
      <h2 className={classes['cardTitle']}>{title}</h2>
      <p className={classes['reason']}>
        {held && row.heldReason !== null
          ? reasonWords(t, row.kind, row.heldReason)
          : row.state === 'ready' && shut !== null
            ? t('op.cannotBeSent', { why: shut })
            : t(`op.states.${row.state}`)}
      </p>
      <Explanations detail={detail} />
      {error !== null && (
        <p className={classes['quiet']}>{t('outbox.lastError', { words: errorWords(t, error) })}</p>
      )}
      {held && row.heldReason !== null && (
        <p className={classes['advice']}>
          {row.heldReason === 'refused' && row.itemKey !== null
            ? t('op.refusedItem')
            : t(`op.advice.${row.heldReason}`)}
        </p>
      )}
    </section>
  )
}

/** Why nothing of its kind can be sent now, in the words of the station's menu; `null` if it can. */
function useShut({ itemKey }: OpDetail['row']): string | null {
  const { t } = useTranslation()
  const zone = useZone()
  const status = useStoreOf('station', ({ bootstrap }) => bootstrap?.status ?? null)
  if (status === null || status.gate === 'online') return null
  const isOfOthers = status.gate === (itemKey === null ? 'items_throttled' : 'throttled')
  if (isOfOthers) return null
  const until = status.throttledUntil === null ? '' : showSecond(status.throttledUntil, zone)
  return t(`status.${status.gate}`, { until })
}

function Explanations({ detail }: { detail: OpDetail }) {
  const speech = useSpeech(detail.order)
  if (detail.row.state !== 'held' || detail.explanations.length === 0) return null
  return (
    <ul className={classes['sentences']}>
      {detail.explanations.map((explanation, index) => (
        <li key={index}>
          <Unbroken text={explanationWords(speech, explanation)} />
        </li>
      ))}
    </ul>
  )
}

/** What others changed on the marketplace since the operation was confirmed. */
export function OpChanges({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const zone = useZone()
  const speech = useSpeech(detail.order)
  const { changes, lookedAt, row } = detail
  if (lookedAt === null || row.state !== 'held' || row.orderId === null) return null
  return (
    <section className={classes['card']} aria-label={t('op.changed')}>
      <h2 className={classes['cardTitle']}>{t('op.changed')}</h2>
      <p className={classes['quiet']}>
        <Unbroken text={t('op.lookedAt', { at: showTime(lookedAt, zone) })} />
      </p>
      {changes.length === 0 ? (
        <p className={classes['plain']}>{t('op.noChange')}</p>
      ) : (
        <ul className={classes['sentences']}>
          {changes.map((change, index) => (
            <li key={index}>
              <Unbroken text={changeWords(speech, change)} />{' '}
              <span className={classes['quiet']}>{showSecond(change.seenAt, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
