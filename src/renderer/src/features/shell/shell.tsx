import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useStoreOf, useStores } from '../../stores/stores'
import { AlarmDialog } from '../alarms/alarm-dialog'
import { NoticeList } from '../alarms/notice-list'
import { Coach } from '../guide/coach'
import { ExportedDialog } from '../leaving/exported-dialog'
import { LockScreen } from '../operators/lock-screen'
import { useIdleLock } from '../operators/use-idle-lock'
import { DropChoiceDialog } from '../order/drop-choice-dialog'
import { BlockingError } from '../scan/blocking-error'
import { CommandHelp } from '../scan/command-help'
import { useCommandKeys } from '../scan/command-keys'
import { listenForScans } from '../scan/keyboard-wedge'
import { ScanPanel } from '../scan/scan-panel'
import { useSpokenAnswers } from '../sound/use-spoken-answers'
import { Banner } from './banner'
import { Header } from './header'
import classes from './shell.module.css'
import { StatusBar } from './status-bar'

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { scan, station } = useStores()
  useEffect(() => {
    const settings = () => station.getState().bootstrap?.preferences.scanner ?? null
    return listenForScans(document, settings, (scanned) => void scan.getState().scan(scanned))
  }, [scan, station])
  const [help, setHelp] = useState(false)
  useCommandKeys(useCallback(() => setHelp(true), []))
  useIdleLock()
  const locked = useStoreOf('operator', (state) => state.locked)
  return (
    <>
      <SpokenAnswers />
      {locked ? (
        <div className={classes['locked']}>
          <LockScreen />
          <ScanPanel />
        </div>
      ) : (
        <div className={classes['shell']}>
          <Header />
          <div>
            <Banner />
          </div>
          <main className={classes['main']}>{children}</main>
          <Coach />
          <ScanPanel />
          <StatusBar />
          <DropChoiceDialog />
          <ExportedDialog />
          <NoticeList />
          {help && <CommandHelp onClose={() => setHelp(false)} />}
          <AlarmDialog />
          <BlockingError />
        </div>
      )}
    </>
  )
}

/** An element of its own, or each scan would render all of the shell anew. */
function SpokenAnswers() {
  useSpokenAnswers()
  return null
}
