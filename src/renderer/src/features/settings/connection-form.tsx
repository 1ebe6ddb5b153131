import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { BridgeError } from '../../../../shared/contract/result'
import type { Diagnosis } from '../../../../shared/domain/station/connection-reason'
import type { ConnectionView } from '../../../../shared/contract/views'
import { useSchemaForm } from '../../forms/use-schema-form'
import { useTranslation } from '../../locales/i18n'
import { BeginButton } from '../../parts/begin-button'
import { ErrorAlert } from '../../parts/error-alert'
import { LeaveRefusal } from '../../parts/leave-refusal'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { connectionSchema } from './connection-schema'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'

/** The marketplace connection. The token can be entered but is never shown. */
export function ConnectionForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const training = connection.mode === 'training'
  const down = useStoreOf('station', (state) => (state.bootstrap?.status.noConnection ?? null) !== null)
  const { baseUrl } = connection
  return (
    <section className={classes['card']} aria-label={t('settings.connection')}>
      <h2 className={classes['cardTitle']}>{t('settings.connection')}</h2>
      <Text mb="sm" fw={570}>
        {training ? t('settings.nowTraining') : t(down ? 'settings.setTo' : 'settings.nowLive', { baseUrl })}
      </Text>
      <ConnectionTrouble />
      <BeginButton variant="light" mb="sm" />
      {connection.openElsewhere > 0 && (
        <Alert color="orange" mb="sm">
          {t('settings.openElsewhere', { count: connection.openElsewhere })}
        </Alert>
      )}
      {connection.provisioned ? (
        <Provisioned connection={connection} />
      ) : (
        <Editable connection={connection} />
      )}
    </section>
  )
}

/** IT sets the token; which account it belongs to may still have to be answered here. */
function Provisioned({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const { asks, busy, answer, error } = useConnection(connection)
  return (
    <Stack gap="sm">
      <Alert>{t('settings.provisioned')}</Alert>
      {asks && <AccountQuestion busy={busy} onAnswer={answer} />}
      <ErrorAlert error={asks ? null : error} />
    </Stack>
  )
}

function Editable({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const { field, submit, keepsToken, asks, busy, done, error, diagnosis, answer, goTraining, exportAndGoOn } =
    useConnection(connection)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('settings.baseUrl')}
          description={t('settings.baseUrlHint')}
          type="url"
          {...field('baseUrl')}
        />
        <PasswordInput
          label={t('settings.token')}
          description={keepsToken ? t('settings.tokenKept') : t('settings.tokenHint')}
          autoComplete="off"
          {...field('accessToken')}
        />
        {asks && <AccountQuestion busy={busy} onAnswer={answer} />}
        {error !== null && error.code !== 'account_unproven' && (
          <LeaveRefusal error={error} then="switch" busy={busy} onExport={exportAndGoOn} />
        )}
        {diagnosis !== null && <AddressTrouble diagnosis={diagnosis} />}
        {done && (
          <Alert role="status" color="green">
            {t('settings.connected')}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={busy}>
            {t('settings.connect')}
          </Button>
          {connection.mode === 'live' && (
            <Button variant="default" disabled={busy} onClick={goTraining}>
              {t('settings.train')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type Request = { exportOps?: boolean } & (
  | { train: true }
  | { baseUrl: string; accessToken: string; account?: AccountAnswer }
)

/** Refusals that one field is to blame for; they are said there. */
const BLAMED: Readonly<Record<string, 'baseUrl' | 'accessToken'>> = {
  unreachable: 'baseUrl',
  not_marketplace: 'baseUrl',
  unauthorized: 'accessToken',
}

function blame(refusal: BridgeError): BridgeError {
  const field = BLAMED[refusal.code]
  // The browser host itself does not run.
  const noHost = refusal.fields?.['host'] !== undefined
  return field === undefined || noHost ? refusal : { ...refusal, fields: { [field]: refusal.code } }
}

function useConnection(connection: ConnectionView) {
  const { t } = useTranslation()
  const connect = useStoreOf('station', (state) => state.connect)
  const train = useStoreOf('station', (state) => state.train)
  const unproven = useStoreOf('station', (state) => state.bootstrap?.status.gate === 'unproven')
  const [busy, setBusy] = useState(false)
  /** The last request, so that it can be repeated with the operations exported. */
  const [asked, setAsked] = useState<Request>({ train: true })
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const live = connection.mode === 'live'
  const keptAt = live && connection.hasToken ? connection.baseUrl : null
  const { form, field, submit, take, outcome } = useSchemaForm<
    z.input<ReturnType<typeof connectionSchema>>,
    Request
  >({
    schema: useMemo(() => connectionSchema(keptAt), [keptAt]),
    initial: { baseUrl: live ? connection.baseUrl : '', accessToken: '' },
    problemWords: {
      baseUrl: {
        invalid: t('settings.baseUrlProblem'),
        not_url: t('settings.baseUrlProblem'),
        insecure: t('errors.address_insecure'),
        unreachable: t('errors.unreachable'),
        not_marketplace: t('errors.not_marketplace'),
      },
      accessToken: { missing: t('settings.tokenMissing'), unauthorized: t('errors.unauthorized') },
    },
    send: async (request: Request) => {
      setAsked(request)
      setBusy(true)
      setDiagnosis(null)
      const { exportOps } = request
      const refusal = 'train' in request ? await train(exportOps) : await connect(request, exportOps)
      setBusy(false)
      setDiagnosis(refusal?.diagnosis ?? null)
      return refusal === null ? null : blame(refusal)
    },
    onSaved: (_request, show) => show({ ...form.getValues(), accessToken: '' }),
  })
  const error = outcome === 'saved' ? null : outcome
  const goOn = (request: Request) => {
    form.clearErrors()
    void take(request)
  }
  const baseUrl = form.values.baseUrl.trim()
  return {
    ...{ field, submit, busy, error, diagnosis },
    done: outcome === 'saved',
    keepsToken: baseUrl === keptAt,
    /** The question of whose token it is stays until it is answered. */
    asks: error?.code === 'account_unproven' || (unproven && keptAt !== null),
    answer: (account: AccountAnswer) =>
      goOn({ baseUrl, accessToken: form.values.accessToken.trim(), account }),
    goTraining: () => goOn({ train: true }),
    exportAndGoOn: () => goOn({ ...asked, exportOps: true }),
  }
}

type AccountAnswer = 'same' | 'other'

type Props = { busy: boolean; onAnswer: (answer: AccountAnswer) => void }

/** Nothing shows which account the token belongs to, so a supervisor decides. */
function AccountQuestion({ busy, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="red" title={t('settings.accountTitle')} role="alert">
      <Text mb="sm">{t('settings.accountText')}</Text>
      <Group>
        <Button disabled={busy} onClick={() => onAnswer('same')}>
          {t('settings.accountSame')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onAnswer('other')}>
          {t('settings.accountOther')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Why there is no connection now, in words for IT. */
function ConnectionTrouble() {
  const { t } = useTranslation()
  const zone = useZone()
  const trouble = useStoreOf('station', (state) => state.bootstrap?.status.noConnection ?? null)
  if (trouble === null) return null
  const { reason, detail, host, since } = trouble
  return (
    <Alert
      color="orange"
      mb="sm"
      role="status"
      title={t('connection.title', { time: showMinute(since, zone) })}
      data-testid="no-connection"
    >
      <Text size="sm">{t(`connection.why.${reason}`)}</Text>
      <Text size="sm" mt={4} ff="monospace">
        {t('connection.facts', { reason, detail, host })}
      </Text>
    </Alert>
  )
}

/** Why the address that was entered cannot be used. */
function AddressTrouble({ diagnosis: { reason, detail } }: { diagnosis: Diagnosis }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" data-testid="address-trouble">
      <Text size="sm">{t(`connection.why.${reason}`)}</Text>
      <Text size="sm" mt={4} ff="monospace">
        {t('connection.tested', { reason, detail })}
      </Text>
    </Alert>
  )
}
