import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DockStep } from '../features/handover/dock-step'
import { NextStep } from '../features/order/next-step'
import { BatchMark } from '../features/queue/batch-mark'
import { QueueStep } from '../features/queue/queue-step'
import { ScanPanel, useAnswerLevel } from '../features/scan/scan-panel'
import type { Screen } from '../stores/screen-store'
import { useStoreOf } from '../stores/stores'
import { bandLevel, warningOf } from './band-level'
import classes from './band.module.css'

/** What each page of the bench says while no scan is answered. Pages of the desk say nothing. */
const STEPS: Readonly<Partial<Record<Screen, ReactNode>>> = {
  queue: <QueueStep />,
  order: <NextStep />,
  handover: <DockStep />,
}

/**
 * The one place for the eyes: what to do next, and for a moment the answer to the last scan. A refusal colors the frame
 * of the window, too.
 */
export function Band() {
  const screen = useStoreOf('screen', (state) => state.screen)
  const locked = useStoreOf('operator', (state) => state.locked)
  const answered = useAnswerLevel()
  const warning = useStoreOf('order', warningOf)
  const level = bandLevel(answered, screen === 'order' && !locked ? warning : 'none')
  const step = locked ? undefined : STEPS[screen]
  const refused = level === 'warn' || level === 'block' || level === 'stop'
  return (
    <>
      <div className={classes['band']} data-level={level} data-slim={step === undefined && !locked}>
        <ScanPanel />
        {step}
        {step === undefined && !locked && <BackToOrder />}
        <BatchMark />
      </div>
      {refused && <div className={classes['frame']} data-level={level} aria-hidden />}
    </>
  )
}

/** Chosen lines wait on the bench while the packer looks at another page. */
function BackToOrder() {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const orderId = useStoreOf('order', (state) => state.orderId)
  const count = useStoreOf('order', (state) => state.chosen.size)
  if (orderId === null || count === 0) return null
  return (
    <Button
      variant="light"
      flex="none"
      leftSection={<IconArrowBackUp aria-hidden />}
      onClick={() => go('order')}
    >
      {t('nav.backToOrder', { orderId, count })}
    </Button>
  )
}
