import { Alert, Autocomplete, Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { StationSettings } from '../../../../shared/contract/views'
import { stationZone, zoneName } from '../../parts/time/station-time'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { wordsOfError } from '../../locales/i18n'
import { draftOf, readDraft, type StationDraft, type StationProblems } from './station-draft'

const ZONES = Intl.supportedValuesOf('timeZone')
const ZONES_SHOWN = 8

/** What this station proposes and how it shows things. */
export function StationForm({ settings }: { settings: StationSettings }) {
  const { t } = useTranslation()
  const { draft, setDraft, problems, error, saved, busy, submit } = useStationForm(settings)
  const field = (name: keyof StationDraft) => {
    const problem = problems[name]
    return {
      value: draft[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        setDraft({ [name]: event.currentTarget.value }),
      error: problem === undefined ? null : t(`settings.${problem}`),
    }
  }
  return (
    <section className={classes['card']} aria-label={t('settings.station')}>
      <h2 className={classes['cardTitle']}>{t('settings.station')}</h2>
      <form onSubmit={submit} noValidate>
        <div className={classes['fields']}>
          <TextInput
            label={t('settings.warehouse')}
            description={t('settings.warehouseHint')}
            inputMode="numeric"
            {...field('warehouseId')}
          />
          <TextInput
            label={t('settings.transitDays')}
            description={t('settings.transitDaysHint')}
            inputMode="numeric"
            {...field('transitDays')}
          />
          <Autocomplete
            label={t('settings.timeZone')}
            description={t('settings.timeZoneHint', { zone: zoneName(stationZone(null)) })}
            data={ZONES}
            limit={ZONES_SHOWN}
            {...field('timeZone')}
            onChange={(timeZone) => setDraft({ timeZone })}
          />
          <TextInput
            label={t('settings.carrier')}
            description={t('settings.carrierHint')}
            {...field('carrier')}
          />
          <TextInput
            label={t('settings.currency')}
            description={t('settings.currencyHint')}
            maxLength={3}
            {...field('currency')}
          />
          <TextInput
            label={t('settings.operator')}
            description={t('settings.operatorHint')}
            maxLength={100}
            {...field('operator')}
          />
          <TextInput
            label={t('settings.purgeDays')}
            description={t('settings.purgeDaysHint')}
            inputMode="numeric"
            {...field('purgeDays')}
          />
          <TextInput
            label={t('settings.evidenceMonths')}
            description={t('settings.evidenceMonthsHint')}
            inputMode="numeric"
            {...field('evidenceMonths')}
          />
        </div>
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
        <Button type="submit" mt="md" loading={busy}>
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}

function useStationForm(settings: StationSettings) {
  const save = useStoreOf('station', (state) => state.saveSettings)
  const [draft, setWhole] = useState(() => draftOf(settings))
  const [problems, setProblems] = useState<StationProblems>({})
  const [error, setError] = useState<BridgeError | null>(null)
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft)
    setSaved(false)
    setError(null)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read || busy) return
    setBusy(true)
    void save(read.settings).then((refusal) => {
      setBusy(false)
      setError(refusal)
      setSaved(refusal === null)
      if (refusal === null) setWhole(draftOf(read.settings))
    })
  }
  const setDraft = (part: Partial<StationDraft>) => {
    setSaved(false)
    setWhole({ ...draft, ...part })
  }
  return { draft, setDraft, problems, error, saved, busy, submit }
}
