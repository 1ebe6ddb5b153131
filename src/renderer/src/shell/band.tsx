import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { BatchMark } from '../features/queue/batch-mark'
import { QueueStep } from '../features/queue/queue-step'
import { ScanPanel, useAnswerLevel } from '../features/scan/scan-panel'
import { useTranslation } from '../locales/i18n'
import type { Screen } from '../stores/screen-store'
import { parcelToPull } from '../stores/handover-store'
import { clockStops } from '../stores/station-store'
import { useStoreOf } from '../stores/stores'
import type { Bench } from './bench'
import { bandLevel, stepComesFirst, warningOf } from './band-level'
import classes from './band.module.css'

/**
 * The one place for the eyes: what to do next, and for a moment the answer to the last scan. A refusal colors the frame
 * of the window, too.
 */
export function Band({ bench }: { bench: Bench | null }) {
  const screen = useStoreOf('screen', (state) => state.screen)
  const locked = useStoreOf('operator', (state) => state.locked)
  const answered = useAnswerLevel()
  const ofOrder = useStoreOf('order', warningOf)
  const toPull = useStoreOf('handover', (state) => parcelToPull(state) !== null)
  const pull = screen === 'handover' && !locked && toPull
  const warning = screen === 'order' && !locked ? ofOrder : 'none'
  const clock = useStoreOf('station', clockStops)
  const hasStep = !locked && WITH_STEP.has(screen)
  const level = bandLevel(answered, pull || (hasStep && clock) ? 'stop' : warning)
  const refused = level === 'warn' || level === 'block' || level === 'stop'
  return (
    <>
      <div
        className={classes['band']}
        data-level={level}
        data-slim={!hasStep && !locked}
        data-step-first={stepComesFirst(answered, pull) || undefined}
      >
        <ScanPanel />
        {hasStep && <Step screen={screen} bench={bench} />}
        {!hasStep && !locked && <BackToOrder />}
        <BatchMark />
      </div>
      {refused && <div className={classes['frame']} data-level={level} aria-hidden />}
    </>
  )
}

/** What each page of the bench says while no scan is answered. Pages of the desk say nothing. */
const WITH_STEP: ReadonlySet<Screen> = new Set(['queue', 'order', 'handover', 'put_wall'])

function Step({ screen, bench }: { screen: Screen; bench: Bench | null }) {
  if (screen === 'queue') return <QueueStep />
  if (bench === null) return null
  if (screen === 'order') return <bench.NextStep />
  if (screen === 'put_wall') return <bench.PutWallStep />
  return <bench.DockStep />
}

/** Chosen lines wait on the bench while the packer looks at another page. */
function BackToOrder() {
  const { t } = useTranslation()
  const visit = useStoreOf('screen', (state) => state.visit)
  const orderId = useStoreOf('order', (state) => state.orderId)
  const count = useStoreOf('order', (state) => state.chosen.size)
  if (orderId === null || count === 0) return null
  return (
    <Button
      variant="light"
      flex="none"
      leftSection={<IconArrowBackUp aria-hidden />}
      onClick={() => visit('order')}
    >
      {t('nav.backToOrder', { orderId, count })}
    </Button>
  )
}
