import { Alert, Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { centsAsTyped, parseCents } from '../../../../shared/domain/orders/money'
import { useStoreOf } from '../../stores/stores'
import { useLocale, wordsOfError } from '../../locales/i18n'
import classes from './operators.module.css'

/** Above which amount a refund is asked for twice. */
export function RefundLimitForm() {
  const { t } = useTranslation()
  const locale = useLocale()
  const cents = useStoreOf('station', (state) => state.bootstrap?.preferences.money.refundAskAboveCents ?? 0)
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? '')
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const [text, setText] = useState(centsAsTyped(cents, locale))
  const [outcome, setOutcome] = useState<BridgeError | 'saved' | null>(null)
  const limit = parseCents(text)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!limit.ok) return
    setOutcome((await savePreferences({ money: { refundAskAboveCents: limit.cents } })) ?? 'saved')
  }
  return (
    <form
      className={classes['card']}
      onSubmit={(event) => void submit(event)}
      aria-label={t('operators.moneyTitle')}
    >
      <h2 className={classes['title']}>{t('operators.moneyTitle')}</h2>
      <TextInput
        label={t('operators.refundLimit', { currency })}
        description={t('operators.refundLimitHint')}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={limit.ok ? null : t('operators.refundLimitBad')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {outcome !== null && (
        <Alert role={outcome === 'saved' ? 'status' : 'alert'} color={outcome === 'saved' ? 'green' : 'red'}>
          {outcome === 'saved' ? t('operators.saved') : wordsOfError(t, outcome)}
        </Alert>
      )}
      <Button type="submit">{t('operators.save')}</Button>
    </form>
  )
}
