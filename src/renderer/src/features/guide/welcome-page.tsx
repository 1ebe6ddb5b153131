import { Button, TextInput } from '@mantine/core'
import { IconPlugConnected, IconSchool } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { COMMANDS } from '../../../../shared/domain/scanning/command'
import { useTranslation } from '../../locales/i18n'
import { listenForScans } from '../../scan/keyboard-wedge'
import { useStoreOf, useStores } from '../../stores/stores'
import { OfferedCode } from './offered-code'
import classes from './welcome.module.css'

const { code: CODE, key: KEY } = COMMANDS.confirm

/**
 * The first start: try it, or connect. Connecting has no barcode, because its form is typed anyway; both are in the
 * settings afterwards.
 */
export function WelcomePage() {
  const { t } = useTranslation()
  const { person, place, proposed, isFixed, save } = useNames()
  const begin = useStoreOf('tour', (state) => state.start)
  const start = useCallback(() => {
    save()
    begin()
  }, [save, begin])
  const stop = useStoreOf('tour', (state) => state.stop)
  const go = useStoreOf('screen', (state) => state.go)
  const tryButton = useRef<HTMLButtonElement>(null)
  useConfirm(start)
  // The focus makes Enter take the choice that costs nothing.
  useEffect(() => tryButton.current?.focus({ preventScroll: true }), [])
  const connect = () => {
    save()
    stop()
    go('settings')
  }
  return (
    <main className={classes['page']}>
      <header className={classes['head']}>
        <span className={classes['mark']} aria-hidden>
          P
        </span>
        <h1 className={classes['title']}>{t('guide.welcome.title')}</h1>
      </header>
      <div className={classes['choices']}>
        <form
          className={classes['choice']}
          aria-labelledby="welcome-try"
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          <IconSchool size={36} stroke={1.75} aria-hidden />
          <h2 id="welcome-try" className={classes['name']}>
            {t('guide.welcome.tryTitle')}
          </h2>
          <p className={classes['text']}>{t('guide.welcome.tryText')}</p>
          <div className={classes['names']}>
            <TextInput
              ref={person}
              label={t('settings.operator')}
              maxLength={100}
              defaultValue={proposed.person}
              disabled={isFixed('station.operator')}
            />
            <TextInput
              ref={place}
              label={t('stations.name')}
              maxLength={60}
              defaultValue={proposed.place}
              disabled={isFixed('lan.stationName')}
            />
          </div>
          <div className={classes['scan']}>
            <OfferedCode offer={{ kind: 'command', command: 'confirm' }} />
            <p className={classes['text']}>{t('guide.welcome.tryScan', { key: KEY })}</p>
          </div>
          <Button ref={tryButton} type="submit" size="lg" fullWidth>
            {t('guide.welcome.try')}
          </Button>
        </form>
        <section className={classes['choice']} aria-labelledby="welcome-connect">
          <IconPlugConnected size={36} stroke={1.75} aria-hidden />
          <h2 id="welcome-connect" className={classes['name']}>
            {t('guide.welcome.connectTitle')}
          </h2>
          <p className={classes['text']}>{t('guide.welcome.connectText')}</p>
          <Button size="lg" fullWidth variant="outline" onClick={connect}>
            {t('guide.welcome.connect')}
          </Button>
        </section>
      </div>
      <p className={classes['later']}>{t('guide.welcome.later')}</p>
    </main>
  )
}

/** Who works where: the machine's own names say nothing to a person. What IT has named stays. */
function useNames() {
  const { t } = useTranslation()
  const { station } = useStores()
  const fixed = useStoreOf('station', ({ bootstrap }) => bootstrap?.fixed)
  const isFixed = useCallback((field: string) => fixed?.includes(field) === true, [fixed])
  // As they stand in the fields: a scan that is taken out of one again has been in it.
  const person = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLInputElement>(null)
  const named = useStoreOf('station', ({ bootstrap }) => bootstrap?.settings.operator ?? '')
  const placed = useStoreOf('station', ({ bootstrap }) => bootstrap?.preferences.lan.stationName ?? '')
  const hostName = useStoreOf('station', ({ bootstrap }) => bootstrap?.lan.hostName ?? '')
  const proposed = {
    person: named || t('guide.welcome.person'),
    place: placed || t('guide.welcome.place', { number: numberOf(hostName) }),
  }
  const save = useCallback(() => {
    const { saveSettings, savePreferences } = station.getState()
    const [operator = '', stationName = ''] = [person, place].map(({ current }) => current?.value.trim())
    if (!isFixed('station.operator')) void saveSettings({ operator })
    if (!isFixed('lan.stationName')) void savePreferences({ lan: { stationName } })
  }, [station, isFixed])
  return { person, place, proposed, isFixed, save }
}

const BENCHES = 99

/** Proposed for a PC, so that two benches seldom begin with the same name. */
function numberOf(hostName: string): number {
  return 1 + [...hostName].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % BENCHES, 0)
}

/** CONFIRM by barcode or key. Other codes do nothing here: no order is on the bench yet. */
function useConfirm(onConfirm: () => void): void {
  const { station } = useStores()
  useEffect(() => {
    const settings = () => station.getState().bootstrap?.preferences.scanner ?? null
    const stopListening = listenForScans(document, settings, ({ codes }) => {
      if (codes.includes(CODE)) onConfirm()
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== KEY || event.repeat) return
      event.preventDefault()
      onConfirm()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      stopListening()
      document.removeEventListener('keydown', onKey)
    }
  }, [onConfirm, station])
}
