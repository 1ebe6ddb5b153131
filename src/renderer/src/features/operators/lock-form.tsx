import { Alert, Button, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import classes from './operators.module.css'

const LONGEST_MINUTES = 480

/** Whether somebody must sign in, and when the station locks by itself. */
export function LockForm() {
  const { t } = useTranslation()
  const lock = useStoreOf('station', (state) => state.bootstrap?.preferences.lock)
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const people = useStoreOf('operator', (state) => state.signIn?.operators.length ?? 0)
  const supervised = useStoreOf(
    'operator',
    (state) => state.signIn?.operators.some(({ role }) => role === 'supervisor') ?? false,
  )
  const [needed, setNeeded] = useState(lock?.signInNeeded ?? false)
  const [minutes, setMinutes] = useState(String(lock?.idleMinutes ?? 0))
  const [outcome, setOutcome] = useState<BridgeError | 'saved' | null>(null)
  const idleMinutes = Number(minutes)
  const wrong = !/^\d+$/.test(minutes) || idleMinutes > LONGEST_MINUTES
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong) return
    const error = await savePreferences({ lock: { signInNeeded: needed, idleMinutes } })
    setOutcome(error ?? 'saved')
  }
  return (
    <form
      className={classes['card']}
      onSubmit={(event) => void submit(event)}
      aria-label={t('operators.lockTitle')}
    >
      <h2 className={classes['title']}>{t('operators.lockTitle')}</h2>
      {people === 0 && <Text className={classes['quiet']}>{t('operators.needsPeople')}</Text>}
      <Switch
        size="lg"
        label={t('operators.signInNeeded')}
        description={supervised ? t('operators.signInBySupervisor') : null}
        checked={needed || supervised}
        disabled={people === 0 || supervised}
        onChange={({ currentTarget }) => setNeeded(currentTarget.checked)}
      />
      <TextInput
        label={t('operators.idleMinutes')}
        description={t('operators.idleHint')}
        inputMode="numeric"
        value={minutes}
        disabled={people === 0}
        error={wrong ? t('operators.idleProblem') : null}
        onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
      />
      {outcome !== null && (
        <Alert role={outcome === 'saved' ? 'status' : 'alert'} color={outcome === 'saved' ? 'green' : 'red'}>
          {outcome === 'saved' ? t('operators.saved') : wordsOfError(t, outcome)}
        </Alert>
      )}
      <Button type="submit" disabled={people === 0}>
        {t('operators.save')}
      </Button>
    </form>
  )
}
