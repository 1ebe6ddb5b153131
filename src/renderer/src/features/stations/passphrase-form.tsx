import { Alert, Button, Group, PasswordInput, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { wordsOfError } from '../../locales/i18n'

const SHORTEST = 8

/** A passphrase in the place of the access token, which stations otherwise trust each other by. */
export function PassphraseForm({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePassphrase)
  const [passphrase, setPassphrase] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const change = (next: string | null) =>
    void save(next).then((refusal) => {
      setError(refusal)
      if (refusal === null) setPassphrase('')
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTooShort(passphrase.trim().length < SHORTEST)
    if (passphrase.trim().length >= SHORTEST) change(passphrase)
  }
  return (
    <section className={classes['card']} aria-label={t('stations.trust')} style={{ marginTop: '1rem' }}>
      <h2 className={classes['cardTitle']}>{t('stations.trust')}</h2>
      <Text>{isSet ? t('stations.byPassphrase') : t('stations.byToken')}</Text>
      <form onSubmit={submit} noValidate>
        <PasswordInput
          mt="sm"
          label={t('stations.passphrase')}
          description={t('stations.passphraseHint')}
          maxLength={200}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          error={tooShort ? t('stations.passphraseProblem') : null}
        />
        {error !== null && (
          <Alert role="alert" color="red" mt="md">
            {wordsOfError(t, error)}
          </Alert>
        )}
        <Group mt="md">
          <Button type="submit">{t('stations.setPassphrase')}</Button>
          {isSet && (
            <Button variant="default" onClick={() => change(null)}>
              {t('stations.removePassphrase')}
            </Button>
          )}
        </Group>
      </form>
    </section>
  )
}
