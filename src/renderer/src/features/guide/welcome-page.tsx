import { Button, TextInput } from '@mantine/core'
import { IconPlugConnected, IconSchool } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMANDS } from '../../../../shared/domain/scanning/command'
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
  const { person, place, start } = useNames()
  const stop = useStoreOf('tour', (state) => state.stop)
  const go = useStoreOf('screen', (state) => state.go)
  const tryButton = useRef<HTMLButtonElement>(null)
  useConfirm(start)
  // The focus makes Enter take the choice that costs nothing.
  useEffect(() => tryButton.current?.focus({ preventScroll: true }), [])
  const connect = () => {
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
        <p className={classes['text']}>{t('guide.welcome.text')}</p>
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
              defaultValue={t('guide.welcome.person')}
              maxLength={100}
            />
            <TextInput
              ref={place}
              label={t('stations.name')}
              defaultValue={t('guide.welcome.place')}
              maxLength={60}
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

/** Who works where: the machine's own names say nothing to a person. Saved when the tour starts, however that is. */
function useNames() {
  const { station } = useStores()
  const begin = useStoreOf('tour', (state) => state.start)
  const person = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLInputElement>(null)
  const start = useCallback(() => {
    const { bootstrap, saveSettings, savePreferences } = station.getState()
    if (bootstrap !== null) {
      const [operator, stationName] = [person, place].map(({ current }) => current?.value.trim() ?? '')
      void saveSettings({ ...bootstrap.settings, operator: operator ?? '' })
      void savePreferences({ lan: { ...bootstrap.preferences.lan, stationName: stationName ?? '' } })
    }
    begin()
  }, [station, begin])
  return { person, place, start }
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
