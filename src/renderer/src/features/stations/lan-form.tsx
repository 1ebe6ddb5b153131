import { Alert, Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { wordsOfError } from '../../locales/i18n'
import { draftOf, readDraft, type LanDraft } from './lan-draft'

/** How this station is called and found on the local network. */
export function LanForm({ lan, hostName }: { lan: Preferences['lan']; hostName: string }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [draft, setWhole] = useState(() => draftOf(lan))
  const [problem, setProblem] = useState<'port' | 'addresses' | null>(null)
  const [error, setError] = useState<BridgeError | null>(null)
  const [saved, setSaved] = useState(false)
  const setDraft = (part: Partial<LanDraft>) => {
    setSaved(false)
    setWhole({ ...draft, ...part })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft)
    setProblem('problem' in read ? read.problem : null)
    setSaved(false)
    if ('problem' in read) return
    void save({ lan: read }).then((refusal) => {
      setError(refusal)
      setSaved(refusal === null)
    })
  }
  return (
    <section className={classes['card']} aria-label={t('stations.network')}>
      <h2 className={classes['cardTitle']}>{t('stations.network')}</h2>
      <form onSubmit={submit} noValidate>
        <Switch
          size="lg"
          mb="md"
          label={t('stations.on')}
          checked={draft.on}
          onChange={(event) => setDraft({ on: event.currentTarget.checked })}
        />
        <div className={classes['fields']}>
          <TextInput
            label={t('stations.name')}
            description={t('stations.nameHint', { hostName })}
            maxLength={60}
            value={draft.stationName}
            onChange={(event) => setDraft({ stationName: event.currentTarget.value })}
          />
          <TextInput
            label={t('stations.port')}
            description={t('stations.portHint')}
            inputMode="numeric"
            value={draft.port}
            onChange={(event) => setDraft({ port: event.currentTarget.value })}
            error={problem === 'port' ? t('stations.portProblem') : null}
          />
        </div>
        <Textarea
          mt="sm"
          label={t('stations.addresses')}
          description={t('stations.addressesHint')}
          autosize
          minRows={2}
          maxRows={6}
          value={draft.addresses}
          onChange={(event) => setDraft({ addresses: event.currentTarget.value })}
          error={problem === 'addresses' ? t('stations.addressesProblem') : null}
        />
        {error !== null && (
          <Alert role="alert" color="red" mt="md">
            {wordsOfError(t, error)}
          </Alert>
        )}
        {saved && (
          <Alert role="status" color="green" mt="md">
            {t('settings.saved')}
          </Alert>
        )}
        <Button type="submit" mt="md">
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}
