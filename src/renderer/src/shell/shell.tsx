import { Activity, useCallback, useEffect, useState, type ReactNode } from 'react'
import { AlarmDialog } from '../features/alarms/alarm-dialog'
import { NoticeList } from '../features/alarms/notice-list'
import { Coach } from '../features/guide/coach'
import { ExportedDialog } from '../features/leaving/exported-dialog'
import { LendDialog } from '../features/operators/lend-dialog'
import { LockScreen } from '../features/operators/lock-screen'
import { useActivity } from '../features/operators/use-activity'
import { useReturnToWork } from '../features/operators/use-return-to-work'
import { DropChoiceDialog } from '../features/order/drop-choice-dialog'
import { BlockingError } from '../features/scan/blocking-error'
import { CommandHelp } from '../features/scan/command-help'
import { ScanPanel } from '../features/scan/scan-panel'
import { useSpokenAnswers } from '../features/sound/use-spoken-answers'
import { useCommandKeys } from '../scan/command-keys'
import { listenForScans } from '../scan/keyboard-wedge'
import { useEscapeKey } from '../scan/use-escape'
import { useStoreOf, useStores } from '../stores/stores'
import { AfterFirst } from '../ui/after-first'
import { Banner } from './banner'
import { Header } from './header'
import classes from './shell.module.css'
import { StatusBar } from './status-bar'

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { scan, station } = useStores()
  useEffect(() => {
    const settings = () => station.getState().bootstrap?.preferences.scanner ?? null
    return listenForScans(document, settings, (scanned) => void scan.getState().scan(scanned))
  }, [scan, station])
  const [help, setHelp] = useState(false)
  useCommandKeys(useCallback(() => setHelp(true), []))
  useActivity()
  useReturnToWork()
  useEscapeKey()
  const locked = useStoreOf('operator', (state) => state.locked)
  const kept = locked ? 'hidden' : 'visible'
  return (
    <div className={classes[locked ? 'locked' : 'shell']}>
      <SpokenAnswers />
      {locked ? (
        <LockScreen />
      ) : (
        <>
          <AfterFirst room={<div className={classes['header']} />}>
            <Header />
          </AfterFirst>
          <div>
            <Banner />
          </div>
        </>
      )}
      {/*
       * SECURITY: pages and dialogs are kept, so that what was half filled in is there after the badge, but have no box
       * on the screen and none of their listeners: no key, no search in the page, no selection, no print and no screen
       * reader reaches what is in them. `inert` and a cover would leave it laid out. Whoever opens the developer tools
       * could ask the station itself for as much.
       */}
      <Activity mode={kept}>
        <main className={classes['main']}>{children}</main>
      </Activity>
      {!locked && <Coach />}
      <ScanPanel />
      {!locked && (
        <AfterFirst room={<div className={classes['status']} />}>
          <StatusBar />
        </AfterFirst>
      )}
      <Activity mode={kept}>
        <AfterFirst>
          <DropChoiceDialog />
          <ExportedDialog />
          <NoticeList />
        </AfterFirst>
        {help && <CommandHelp onClose={() => setHelp(false)} />}
        <LendDialog />
        <AlarmDialog />
        <BlockingError />
      </Activity>
    </div>
  )
}

/** A component of its own, or each scan would render the whole shell. */
function SpokenAnswers() {
  useSpokenAnswers()
  return null
}
