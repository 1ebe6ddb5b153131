import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceView } from '../../../../shared/contract/evidence-views'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useOpenOrder } from '../../parts/use-open-order'
import { useSpeech } from '../../parts/use-speech'
import { factsOf } from './entry-facts'
import { entryWords } from './entry-words'
import classes from './evidence.module.css'

type Props = {
  index: number
  top: number
  measure: (element: Element | null) => void
  /** `undefined` while it is fetched. */
  entry: EvidenceView | undefined
}

/** One entry: when, who, what, and the answer. */
export function EvidenceRow({ index, top, measure, entry }: Props) {
  return (
    <div
      ref={measure}
      data-index={index}
      role="listitem"
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
    >
      {entry !== undefined && <Entry key={entry.seq} entry={entry} />}
    </div>
  )
}

function Entry({ entry }: { entry: EvidenceView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [open, setOpen] = useState(false)
  const { seq, at, operator, payload } = entry
  const { orderId } = payload
  return (
    <>
      <span className={classes['quiet']}>{seq}</span>
      <span>{showTime(at, zone)}</span>
      <span className={classes['who']}>{operator === '' ? t('evidence.station') : operator}</span>
      <Words entry={entry} />
      <span>{typeof orderId === 'number' && <OrderLink orderId={orderId} known={entry.orderKnown} />}</span>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={t('evidenceEntries.raw', { seq })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? <IconChevronUp aria-hidden /> : <IconChevronDown aria-hidden />}
      </ActionIcon>
      {open && <Raw entry={entry} />}
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

/** Everything stored, under the stored names. */
function Raw({ entry }: { entry: EvidenceView }) {
  const { at, kind, operator, payload } = entry
  const fields = Object.entries({ kind, at, operator, ...asOwn(payload) })
  return (
    <dl className={classes['raw']}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Prefixes the payload's names, because it may have an `at` as the entry does. */
function asOwn(payload: EvidenceView['payload']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [`payload.${name}`, value]))
}
