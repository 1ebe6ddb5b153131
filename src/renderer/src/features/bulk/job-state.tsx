import { Progress } from '@mantine/core'
import {
  IconCircleCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { BulkJobView } from '../../../../shared/contract/bulk'
import { isDraft, isUnderWay } from '../../../../shared/domain/items/bulk-job'
import { grouped, useLocale, useTranslation } from '../../locales/i18n'
import { StateChip, type ChipTone } from '../../parts/state-chip'
import { spanWords } from '../../parts/time/ages'
import { stateWords } from './bulk-words'
import classes from './bulk.module.css'
import { isJudged } from './draft-state'

const LOOKS: Readonly<Record<BulkJobView['state'], { tone: ChipTone; icon: TablerIcon }>> = {
  reading: { tone: 'plain', icon: IconClock },
  checking: { tone: 'plain', icon: IconClock },
  draft: { tone: 'plain', icon: IconPencil },
  queueing: { tone: 'accent', icon: IconPlayerPlay },
  running: { tone: 'accent', icon: IconPlayerPlay },
  undoing: { tone: 'warn', icon: IconClock },
  done: { tone: 'ok', icon: IconCircleCheck },
  undone: { tone: 'plain', icon: IconCircleCheck },
}

/** Where a bulk change is, by tint, icon and words. */
export function JobState({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const isPaused = job.paused && (job.state === 'queueing' || job.state === 'running')
  const { tone, icon } = isPaused ? { tone: 'warn' as const, icon: IconPlayerPause } : LOOKS[job.state]
  return (
    <StateChip tone={tone} icon={icon}>
      {stateWords(t, job)}
    </StateChip>
  )
}

/** How far it is, how fast, and how long it still takes. */
export function JobProgress({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { state, place, rows, leftOut } = job
  if (state === 'draft')
    return (
      <span className={classes['quiet']}>
        {isJudged(job) && job.wrong > 0 ? t('bulk.wrong', { count: job.wrong }) : ''}
      </span>
    )
  const [done, count] = isDraft(state) ? [place, rows] : [finished(job), rows - leftOut]
  const words = t(isDraft(state) ? 'bulk.checked' : 'bulk.done', { done: grouped(done, locale), count })
  return (
    <div className={classes['progress']}>
      <Progress
        value={count === 0 ? 0 : (done / count) * 100}
        size="md"
        color={job.ops.held + job.refused > 0 ? 'yellow' : 'indigo'}
        aria-label={words}
      />
      <span className={classes['progressWords']}>{[words, ...paceWords(t, job)].join(' · ')}</span>
    </div>
  )
}

/** Rows of which nothing more becomes by itself; those that need a person are not among them. */
export function finished({ ops, refused }: BulkJobView): number {
  return ops.confirmed + ops.discarded + refused
}

const MINUTE_S = 60

function paceWords(t: TFunction, { state, progress, ops }: BulkJobView): string[] {
  const words: string[] = []
  const { perMinute, secondsLeft } = progress
  if (isUnderWay(state) && perMinute !== null)
    words.push(t('bulk.perMinute', { count: Math.max(1, Math.round(perMinute)) }))
  if (isUnderWay(state) && secondsLeft !== null && secondsLeft > 0)
    words.push(
      secondsLeft < MINUTE_S
        ? t('bulk.leftSeconds')
        : t('bulk.left', { span: spanWords(t, 0, secondsLeft * 1_000) }),
    )
  if (ops.held > 0) words.push(t('nav.needYou', { count: ops.held }))
  return words
}
