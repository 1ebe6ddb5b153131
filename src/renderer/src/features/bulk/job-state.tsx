import {
  IconCircleCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkJobView } from '../../../../shared/contract/bulk-views'
import { StateChip, type ChipTone } from '../../parts/state-chip'
import { stateWords } from './bulk-words'

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
