import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { ConnectionView } from '../../../../shared/contract/views'
import { addressProblem } from '../../../../shared/domain/station/web-address'
import { BeginButton } from '../../parts/begin-button'
import { LeaveRefusal } from '../../parts/leave-refusal'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { wordsOfError } from '../../locales/i18n'
import { AccountQuestion, type AccountAnswer } from './account-question'

/** The marketplace connection. The token can be entered but is never shown. */
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
      {connection.openElsewhere > 0 && (
        <Alert color="orange" mb="sm">
          {t('settings.openElsewhere', { count: connection.openElsewhere })}
        </Alert>
      )}
      {connection.provisioned ? (
        <Provisioned connection={connection} training={training} />
      ) : (
        <Editable connection={connection} training={training} />
      )}
    </section>
  )
}

/** IT sets the token; which account it belongs to may still have to be answered here. */
function Provisioned({ connection, training }: { connection: ConnectionView; training: boolean }) {
  const { t } = useTranslation()
  const form = useConnection(connection, training)
  return (
    <Stack gap="sm">
      <Alert>{t('settings.provisioned')}</Alert>
      {form.asks && <AccountQuestion busy={form.busy} onAnswer={form.answer} />}
      {form.error !== null && !form.asks && <Alert color="red">{wordsOfError(t, form.error)}</Alert>}
    </Stack>
  )
}

/** Errors that belong to one field; they are shown there. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set(['unreachable', 'not_marketplace', 'address_insecure'])
const URL_WORDS = { invalid: 'settings.baseUrlProblem', insecure: 'errors.address_insecure' } as const
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
          error={form.urlProblem === null ? wordsAt(ADDRESS_ERRORS) : t(URL_WORDS[form.urlProblem])}
        />
        <PasswordInput
          label={t('settings.token')}
          description={form.keepsToken ? t('settings.tokenKept') : t('settings.tokenHint')}
          autoComplete="off"
          value={form.token}
          onChange={(event) => form.setToken(event.currentTarget.value)}
          error={form.tokenMissing ? t('settings.tokenMissing') : wordsAt(TOKEN_ERRORS)}
        />
        {form.asks && <AccountQuestion busy={form.busy} onAnswer={form.answer} />}
        {form.error !== null && form.error.code !== 'account_unproven' && !atField && (
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
  // A token belongs to its marketplace: it is kept only if the address stays the same.
  const unproven = useStoreOf('station', (state) => state.bootstrap?.status.gate === 'unproven')
  const keepsToken = !training && connection.hasToken && baseUrl.trim() === connection.baseUrl
  const urlProblem = addressProblem(baseUrl.trim())
  const tokenBad = token.trim() === '' && !keepsToken

  /** The last request, so that it can be repeated with the operations exported. */
  const [asked, setAsked] = useState<'connect' | 'train'>('connect')

  const run = async (what: 'connect' | 'train', exportOps: boolean, account?: AccountAnswer) => {
    setAsked(what)
    setBusy(true)
    setError(null)
    setDone(false)
    const refusal =
      what === 'train'
        ? await train(exportOps)
        : await connect(
            { baseUrl: baseUrl.trim(), accessToken: token, ...(account === undefined ? {} : { account }) },
            exportOps,
          )
    setBusy(false)
    setError(refusal)
    setDone(refusal === null)
    if (refusal === null) setToken('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (urlProblem !== null || tokenBad) return
    setChecked(false)
    void run('connect', false)
  }
  return {
    ...{ baseUrl, setBaseUrl, token, setToken, keepsToken, busy, done, error, submit },
    urlProblem: checked ? urlProblem : null,
    tokenMissing: checked && tokenBad,
    goTraining: () => void run('train', false),
    /** The question which account the token belongs to stays until it is answered. */
    asks: error?.code === 'account_unproven' || (unproven && !training && connection.hasToken),
    answer: (account: AccountAnswer) => void run('connect', false, account),
    exportAndGoOn: () => void run(asked, true),
  }
}
