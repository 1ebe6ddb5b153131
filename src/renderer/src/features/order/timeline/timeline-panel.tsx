import { Button, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OrderTimeline } from '../../../../../shared/contract/copy-views'
import type { Result } from '../../../../../shared/contract/result'
import type { OrderView } from '../../../../../shared/contract/views'
import type { TimelineEntry } from '../../../../../shared/domain/orders/timeline-facts'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { dayOf, showDay } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useSpeech } from '../../../parts/use-speech'
import { useStoreOf } from '../../../stores/stores'
import classes from './timeline.module.css'
import { TimelineRow } from './timeline-row'
import { shownOf, type EntryGroup, type TimelineSpeech } from './timeline-words'

const ON_REQUEST = ['sending', 'evidence'] as const

/** What happened to the order, oldest first: its steps at once, all else on request. */
export function TimelinePanel({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { currency, locale } = useSpeech(order)
  const answer = useTimeline(order)
  const [groups, setGroups] = useState<ReadonlySet<EntryGroup>>(() => new Set(['step']))
  const toggle = (group: EntryGroup) => setGroups(toggled(groups, group))
  if (answer === null) return <Loader m="lg" aria-label={t('queue.loadingRow')} />
  if (!answer.ok) return <ErrorAlert error={answer.error} />
  const { timed, untimed } = shownOf(answer.value, groups)
  const speech = { t, currency, locale, zone, order, orderId: order.orderId }
  return (
    <section className={classes['timeline']} aria-label={t('timeline.title')}>
      <Toggles answer={answer.value} groups={groups} onToggle={toggle} />
      {byDay(timed, (at) => dayOf(at, zone)).map(([day, entries]) => (
        <Part key={day} title={showDay(day, zone)} entries={entries} speech={speech} timed />
      ))}
      {untimed.length > 0 && <Part title={t('timeline.untimed')} entries={untimed} speech={speech} />}
    </section>
  )
}

/** Read again whenever the order changes. */
function useTimeline(order: OrderView): Result<OrderTimeline> | null {
  const readTimeline = useStoreOf('order', (state) => state.readTimeline)
  const [answer, setAnswer] = useState<Result<OrderTimeline> | null>(null)
  useEffect(() => {
    let current = true
    void readTimeline(order.orderId).then((fresh) => current && setAnswer(fresh))
    return () => {
      current = false
    }
  }, [readTimeline, order])
  return answer
}

function toggled(groups: ReadonlySet<EntryGroup>, group: EntryGroup): ReadonlySet<EntryGroup> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}

type TogglesProps = {
  answer: OrderTimeline
  groups: ReadonlySet<EntryGroup>
  onToggle: (group: EntryGroup) => void
}

function Toggles({ answer: { evidence, evidenceLeftOut }, groups, onToggle }: TogglesProps) {
  const { t } = useTranslation()
  const offered = ON_REQUEST.filter((group) => group !== 'evidence' || evidence === 'shown')
  return (
    <>
      <div className={classes['toggles']} role="group" aria-label={t('timeline.show')}>
        <span className={classes['quiet']}>{t('timeline.show')}</span>
        {offered.map((group) => (
          <Button
            key={group}
            variant={groups.has(group) ? 'light' : 'default'}
            h={44}
            radius="xl"
            aria-pressed={groups.has(group)}
            onClick={() => onToggle(group)}
          >
            {t(`timeline.groups.${group}`)}
          </Button>
        ))}
      </div>
      {evidence === 'not_allowed' && <p className={classes['quiet']}>{t('timeline.notAllowed')}</p>}
      {evidence === 'unusable' && <p className={classes['quiet']}>{t('timeline.unusable')}</p>}
      {evidenceLeftOut > 0 && groups.has('evidence') && (
        <p className={classes['quiet']}>{t('timeline.leftOut', { count: evidenceLeftOut })}</p>
      )}
    </>
  )
}

/** The entries of each day, in their order. */
function byDay(
  entries: readonly TimelineEntry[],
  dayOfTime: (at: string) => string,
): (readonly [string, readonly TimelineEntry[]])[] {
  const days = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const day = dayOfTime(entry.at ?? '')
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

type PartProps = {
  title: string
  entries: readonly TimelineEntry[]
  speech: TimelineSpeech
  timed?: boolean
}

function Part({ title, entries, speech, timed = false }: PartProps) {
  return (
    <>
      <h2 className={classes['day']}>{title}</h2>
      <ol className={classes['list']}>
        {entries.map((entry, place) => (
          <TimelineRow key={place} entry={entry} speech={speech} timed={timed} />
        ))}
      </ol>
    </>
  )
}
