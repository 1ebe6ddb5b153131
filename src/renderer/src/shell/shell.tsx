import { Activity, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useActivity } from '../features/operators/use-activity'
import { useReturnToWork } from '../features/operators/use-return-to-work'
import { useSpokenAnswers } from '../features/sound/use-spoken-answers'
import { useTranslation } from '../locales/i18n'
import { useCommandKeys } from '../scan/command-keys'
import { listenForScans } from '../scan/keyboard-wedge'
import { useEscapeKey } from '../scan/use-escape'
import { useStoreOf, useStores } from '../stores/stores'
import { Band } from './band'
import { Banner } from './banner'
import type { Bench } from './bench'
import classes from './shell.module.css'

/** The frame around every page. @param bench `null` until it is loaded; its places are kept */
export function Shell({ bench, children }: { bench: Bench | null; children: ReactNode }) {
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
  const mark = useAccountMark()
  const kept = locked ? 'hidden' : 'visible'
  return (
    <div className={classes[locked ? 'locked' : 'shell']}>
      <SpokenAnswers />
      {!locked && (bench === null ? <div className={classes['rail']} /> : <bench.Rail />)}
      <div className={classes['stage']} data-account={mark?.color}>
        <Band bench={bench} />
        <div>
          {!locked && <Banner />}
          {!locked && bench !== null && <bench.TruckNotice />}
        </div>
        {locked && bench !== null && <bench.LockScreen />}
        {/*
         * SECURITY: pages and dialogs stay mounted, so that half-filled forms are still there after the badge, but
         * have no box on the screen and no listeners: no key, search, selection, print or screen reader reaches their
         * content. `inert` with a cover would leave them laid out. Somebody with the developer tools could request the
         * same data from the station itself.
         */}
        <Activity mode={kept}>
          <main className={classes['main']}>{children}</main>
        </Activity>
        {!locked && bench !== null && <bench.Coach />}
      </div>
      {bench !== null && (
        <Activity mode={kept}>
          <bench.DropChoiceDialog />
          <bench.ExportedDialog />
          <bench.SwitchDialog />
          <bench.NoticeList />
          {help && <bench.CommandHelp onClose={() => setHelp(false)} />}
          <bench.LendDialog />
          <bench.AlarmDialog />
          <bench.BlockingError />
        </Activity>
      )}
    </div>
  )
}

/** The account at work, where there are several; the window's title names it, too. */
function useAccountMark() {
  const { t } = useTranslation()
  const mark = useStoreOf('station', (state) => state.bootstrap?.accounts.mark ?? null)
  const name = mark?.name
  useEffect(() => {
    document.title = name === undefined ? t('app.name') : `${name} – ${t('app.name')}`
  }, [name, t])
  return mark
}

/** A component of its own, or each scan would render the whole shell. */
function SpokenAnswers() {
  useSpokenAnswers()
  return null
}
