import { Button, PasswordInput, Select } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { BridgeError } from '../../../../shared/contract/result'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './operators.module.css'

type Props = {
  /** Those who have a PIN. */
  people: { value: string; label: string }[]
  who: string
  title: string | null
  submitWords: string
  onSubmit: (operatorId: string, pin: string) => Promise<BridgeError | null>
  /**
   * In a dialog, where height is scarce, the keypad is next to the fields, and this button next to the one that
   * submits.
   */
  dialogButton?: ReactNode
}

/** A name and a PIN; also works with gloves and without a keyboard. */
export function PinForm({ people, who: whoWords, title, submitWords, onSubmit, dialogButton }: Props) {
  const { t } = useTranslation()
  const only = people.length === 1 ? (people[0]?.value ?? null) : null
  const [who, setWho] = useState<string | null>(only)
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (who === null || pin === '' || busy) return
    setBusy(true)
    const refusal = await onSubmit(who, pin)
    setBusy(false)
    setPin('')
    setError(refusal)
  }
  const fields = (
    <>
      <Select
        label={whoWords}
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
      <ErrorAlert error={error} />
    </>
  )
  const pad = (
    <Pad
      onDigit={(digit) => setPin((typed) => typed + digit)}
      onBack={() => setPin((typed) => typed.slice(0, -1))}
      onClear={() => setPin('')}
    />
  )
  const enter = (
    <Button type="submit" size="lg" loading={busy} disabled={who === null || pin === ''}>
      {submitWords}
    </Button>
  )
  if (dialogButton !== undefined)
    return (
      <form onSubmit={(event) => void submit(event)} autoComplete="off">
        <div className={classes['pinBeside']}>
          <div className={classes['form']}>{fields}</div>
          {pad}
        </div>
        <DialogButtons>
          {dialogButton}
          {enter}
        </DialogButtons>
      </form>
    )
  return (
    <form className={classes['pinForm']} onSubmit={(event) => void submit(event)} autoComplete="off">
      {title !== null && <h2 className={classes['title']}>{title}</h2>}
      {fields}
      {pad}
      {enter}
    </form>
  )
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type PadProps = { onDigit: (digit: string) => void; onBack: () => void; onClear: () => void }

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
