import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EvidenceView } from '../../../../shared/contract/evidence-views'
import { useLocale } from '../../locales/i18n'
import { momentWords } from '../../parts/time/moment-words'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useOpenOrder } from '../../parts/use-open-order'
import { useSpeech } from '../../parts/use-speech'
import { factsOf } from '../../parts/entry-facts'
import { entryWords } from '../../parts/entry-words'
import classes from './evidence.module.css'

type Props = {
  index: number
  top: number
  measure: (element: Element | null) => void
  /** `undefined` while it is fetched. */
  entry: EvidenceView | undefined
  nowMs: number
}

/** One entry: when, who, what, and the answer. */
export function EvidenceRow({ index, top, measure, entry, nowMs }: Props) {
  return (
    <div
      ref={measure}
      data-index={index}
      role="listitem"
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
    >
      {entry !== undefined && <Entry key={entry.seq} entry={entry} nowMs={nowMs} />}
    </div>
  )
}

function Entry({ entry, nowMs }: { entry: EvidenceView; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  const locale = useLocale()
  const { seq, at, operator, payload } = entry
  const { orderId } = payload
  return (
    <>
      <span className={classes['quiet']}>{seq}</span>
      <time dateTime={at} title={showTime(at, zone)}>
        {momentWords(at, zone, locale, nowMs)}
      </time>
      <span className={classes['who']}>{operator === '' ? t('evidence.station') : operator}</span>
      <Words entry={entry} />
      <span>{typeof orderId === 'number' && <OrderLink orderId={orderId} known={entry.orderKnown} />}</span>
    </>
  )
}

function Words({ entry }: { entry: EvidenceView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { currency, locale } = useSpeech(null)
  const { title, what, answer, refused } = entryWords(t, entry)
  const facts = factsOf({ t, currency, locale, zone }, entry)
  return (
    <div className={classes['words']}>
      <div>
        <strong>{title}</strong> {what !== null && <span className={classes['what']}>{what}</span>}
      </div>
      {answer !== null && <span className={refused ? classes['refused'] : ''}>{answer}</span>}
      {answer !== null && facts.length > 0 && ' · '}
      {facts.length > 0 && <span className={classes['quiet']}>{facts.join(' · ')}</span>}
    </div>
  )
}

function OrderLink({ orderId, known }: { orderId: number; known: boolean }) {
  const { t } = useTranslation()
  const openOrder = useOpenOrder()
  const words = t('evidence.order', { orderId })
  if (!known) return <span className={classes['order']}>{words}</span>
  return (
    <Button
      variant="subtle"
      size="compact-md"
      h={44}
      aria-label={t('evidenceEntries.openOrder', { orderId })}
      onClick={() => openOrder(orderId)}
    >
      {words}
    </Button>
  )
}
