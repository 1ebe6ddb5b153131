import { Alert, Button, PasswordInput, Select, Text } from '@mantine/core'
import { IconBackspace, IconLock } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../words/i18n'
import classes from './operators.module.css'

/** In the place of every page: nothing else is shown or done until somebody has signed in. */
export function LockScreen() {
  const { t } = useTranslation()
  const barred = useStoreOf('operator', (state) => state.signIn?.barred ?? null)
  const people = useStoreOf('operator', (state) => state.signIn?.operators ?? [])
  const withPin = people.filter(({ hasPin }) => hasPin)
  return (
    <main className={classes['lock']} aria-label={t('operators.lockScreen')}>
      <div className={classes['call']}>
        <IconLock size={112} aria-hidden />
        <h1>{t(`operators.barred.${barred ?? 'station_locked'}`)}</h1>
        <Text size="lg">{t('operators.kept')}</Text>
      </div>
      {withPin.length > 0 && (
        <PinForm people={withPin.map(({ operatorId: value, name: label }) => ({ value, label }))} />
      )}
    </main>
  )
}

function PinForm({ people }: { people: { value: string; label: string }[] }) {
  const { t } = useTranslation()
  const signInByPin = useStoreOf('operator', (state) => state.signInByPin)
  const only = people.length === 1 ? (people[0]?.value ?? null) : null
  const [who, setWho] = useState<string | null>(only)
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (who === null || pin === '' || busy) return
    setBusy(true)
    const answer = await signInByPin(who, pin)
    setBusy(false)
    setPin('')
    setError(answer.ok ? null : answer.error)
  }
  return (
    <form className={classes['pinForm']} onSubmit={(event) => void submit(event)} autoComplete="off">
      <h2 className={classes['title']}>{t('operators.byPin')}</h2>
      <Select
        label={t('operators.who')}
        placeholder={t('operators.chooseWho')}
        data={people}
        value={who}
        onChange={setWho}
        searchable={people.length > 8}
        allowDeselect={false}
      />
      <PasswordInput
        label={t('operators.pin')}
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <Pad
        onDigit={(digit) => setPin((typed) => typed + digit)}
        onBack={() => setPin((typed) => typed.slice(0, -1))}
        onClear={() => setPin('')}
      />
      {error !== null && (
        <Alert role="alert" color="red">
          {wordsOfError(t, error)}
        </Alert>
      )}
      <Button type="submit" size="lg" loading={busy} disabled={who === null || pin === ''}>
        {t('operators.enter')}
      </Button>
    </form>
  )
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type PadProps = { onDigit: (digit: string) => void; onBack: () => void; onClear: () => void }

/** For gloves and screens without a keyboard. */
function Pad({ onDigit, onBack, onClear }: PadProps) {
  const { t } = useTranslation()
  const key = (digit: string) => (
    <Button key={digit} variant="default" size="lg" onClick={() => onDigit(digit)}>
      {digit}
    </Button>
  )
  return (
    <div className={classes['pad']} role="group" aria-label={t('operators.pad')}>
      {DIGITS.map(key)}
      <Button variant="default" size="lg" px={0} onClick={onClear}>
        {t('operators.padClear')}
      </Button>
      {key('0')}
      <Button variant="default" size="lg" aria-label={t('operators.padBack')} onClick={onBack}>
        <IconBackspace aria-hidden />
      </Button>
    </div>
  )
}
