import { Alert, Button, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { KEYBOARD_LAYOUTS } from '../../../../shared/domain/scanning/keyboard-layout'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { wordsOfError } from '../../locales/i18n'

type Scanner = Preferences['scanner']

const TERMINATORS = ['enter', 'tab', 'none'] as const
const MIN_GAP_MS = 5
const MAX_GAP_MS = 250

/** How the scanner types, for a person who knows better than calibration. */
export function ScannerForm({ scanner }: { scanner: Scanner }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [draft, setWhole] = useState({ ...scanner, maxGapMs: String(scanner.maxGapMs) })
  const [said, setSaid] = useState<BridgeError | 'saved' | 'gap' | null>(null)
  const setDraft = (part: Partial<typeof draft>) => {
    setSaid(null)
    setWhole({ ...draft, ...part })
  }
  const text = (name: 'prefix' | 'suffix' | 'groupSeparator' | 'maxGapMs') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const maxGapMs = Number(draft.maxGapMs)
    if (!Number.isInteger(maxGapMs) || maxGapMs < MIN_GAP_MS || maxGapMs > MAX_GAP_MS) return setSaid('gap')
    void save({ scanner: { ...draft, maxGapMs } }).then((error) => setSaid(error ?? 'saved'))
  }
  return (
    <section className={classes['card']} aria-label={t('calibration.settings')}>
      <h2 className={classes['cardTitle']}>{t('calibration.settings')}</h2>
      <p className={classes['quiet']}>{t('calibration.settingsHint')}</p>
      <form onSubmit={submit} noValidate>
        <div className={classes['fields']}>
          <Select
            label={t('calibration.scannerLayout')}
            data={KEYBOARD_LAYOUTS.map((value) => ({ value, label: t(`calibration.layout.${value}`) }))}
            value={draft.layout}
            allowDeselect={false}
            onChange={(layout) => layout !== null && setDraft({ layout })}
          />
          <Select
            label={t('calibration.terminator')}
            data={TERMINATORS.map((value) => ({ value, label: t(`calibration.end.${value}`) }))}
            value={draft.terminator}
            allowDeselect={false}
            onChange={(terminator) => terminator !== null && setDraft({ terminator })}
          />
          <TextInput
            label={t('calibration.prefix')}
            description={t('calibration.marksHint')}
            maxLength={20}
            {...text('prefix')}
          />
          <TextInput
            label={t('calibration.suffix')}
            description={t('calibration.marksHint')}
            maxLength={20}
            {...text('suffix')}
          />
          <TextInput
            label={t('calibration.groupSeparator')}
            description={t('calibration.groupSeparatorHint')}
            maxLength={5}
            {...text('groupSeparator')}
          />
          <TextInput
            label={t('calibration.maxGap')}
            inputMode="numeric"
            error={said === 'gap' ? t('calibration.maxGapProblem') : null}
            {...text('maxGapMs')}
          />
        </div>
        {said === 'saved' && (
          <Alert role="status" color="green" mt="md">
            {t('settings.saved')}
          </Alert>
        )}
        {said !== null && typeof said !== 'string' && (
          <Alert role="alert" color="red" mt="md">
            {wordsOfError(t, said)}
          </Alert>
        )}
        <Button type="submit" mt="md">
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}
