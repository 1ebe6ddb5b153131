import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { ConnectionView } from '../../../../shared/contract/views'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../words/i18n'
import { BeginButton } from '../guide/begin-button'
import { LeaveRefusal } from '../leaving/leave-refusal'
import classes from './settings.module.css'

/** Where the orders come from. The token goes in and never comes back. */
export function ConnectionForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const training = connection.mode === 'training'
  const { baseUrl } = connection
  return (
    <section className={classes['card']} aria-label={t('settings.connection')}>
      <h2 className={classes['cardTitle']}>{t('settings.connection')}</h2>
      <Text mb="sm" fw={650}>
        {training ? t('settings.nowTraining') : t('settings.nowLive', { baseUrl })}
      </Text>
      <BeginButton variant="light" mb="sm" />
      {connection.provisioned ? (
        <Alert>{t('settings.provisioned')}</Alert>
      ) : (
        <Editable connection={connection} training={training} />
      )}
    </section>
  )
}

/** Refusals that one field is to blame for; they are said there. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set(['unreachable', 'not_marketplace'])
const TOKEN_ERRORS: ReadonlySet<string> = new Set(['unauthorized'])

function Editable({ connection, training }: { connection: ConnectionView; training: boolean }) {
  const { t } = useTranslation()
  const form = useConnection(connection, training)
  const { error } = form
  const wordsAt = (codes: ReadonlySet<string>) =>
    error !== null && codes.has(error.code) ? wordsOfError(t, error) : null
  const atField = wordsAt(ADDRESS_ERRORS) !== null || wordsAt(TOKEN_ERRORS) !== null
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('settings.baseUrl')}
          description={t('settings.baseUrlHint')}
          type="url"
          value={form.baseUrl}
          onChange={(event) => form.setBaseUrl(event.currentTarget.value)}
          error={form.urlProblem ? t('settings.baseUrlProblem') : wordsAt(ADDRESS_ERRORS)}
        />
        <PasswordInput
          label={t('settings.token')}
          description={form.keepsToken ? t('settings.tokenKept') : t('settings.tokenHint')}
          autoComplete="off"
          value={form.token}
          onChange={(event) => form.setToken(event.currentTarget.value)}
          error={form.tokenMissing ? t('settings.tokenMissing') : wordsAt(TOKEN_ERRORS)}
        />
        {form.error !== null && !atField && (
          <LeaveRefusal error={form.error} then="switch" busy={form.busy} onExport={form.exportAndGoOn} />
        )}
        {form.done && (
          <Alert role="status" color="green">
            {t('settings.connected')}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('settings.connect')}
          </Button>
          {!training && (
            <Button variant="default" disabled={form.busy} onClick={form.goTraining}>
              {t('settings.train')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function useConnection(connection: ConnectionView, training: boolean) {
  const connect = useStoreOf('station', (state) => state.connect)
  const train = useStoreOf('station', (state) => state.train)
  const [baseUrl, setBaseUrl] = useState(training ? '' : connection.baseUrl)
  const [token, setToken] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  // A token belongs to its marketplace: it is kept only while the address stays.
  const keepsToken = !training && connection.hasToken && baseUrl.trim() === connection.baseUrl
  const urlBad = !isHttpUrl(baseUrl.trim())
  const tokenBad = token.trim() === '' && !keepsToken

  /** What was asked for last, so that it can be asked again with the operations taken along. */
  const [asked, setAsked] = useState<'connect' | 'train'>('connect')

  const run = async (what: 'connect' | 'train', exportOps: boolean) => {
    setAsked(what)
    setBusy(true)
    setError(null)
    setDone(false)
    const refusal =
      what === 'train'
        ? await train(exportOps)
        : await connect({ baseUrl: baseUrl.trim(), accessToken: token }, exportOps)
    setBusy(false)
    setError(refusal)
    setDone(refusal === null)
    if (refusal === null) setToken('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (urlBad || tokenBad) return
    setChecked(false)
    void run('connect', false)
  }
  return {
    ...{ baseUrl, setBaseUrl, token, setToken, keepsToken, busy, done, error, submit },
    urlProblem: checked && urlBad,
    tokenMissing: checked && tokenBad,
    goTraining: () => void run('train', false),
    exportAndGoOn: () => void run(asked, true),
  }
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
