import { ActionIcon, Alert, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { Carrier } from '../../../../shared/domain/carriers/carrier'
import { CHECK_DIGITS, type CheckDigit } from '../../../../shared/domain/scanning/check-digit'
import { countryName } from '../../parts/use-carriers'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { wordsOfError } from '../../locales/i18n'
import { draftOfCarrier, readCarrierDraft, type CarrierDraft, type CarrierProblems } from './carrier-draft'
import classes from './carriers.module.css'

type Props = {
  /** `null` for a new one. */
  carrier: Carrier | null
  others: readonly Carrier[]
  onSave: (carrier: Carrier) => Promise<BridgeError | null>
  onClose: () => void
}

export function CarrierForm({ carrier, others, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const { draft, change, problems, error, submit } = useCarrierForm({ carrier, others, onSave, onClose })
  useFormGuard(true, { close: onClose })
  const title =
    carrier === null ? t('carriers.form.addTitle') : t('carriers.form.changeTitle', { name: carrier.name })
  const field = (name: 'name' | 'urlTemplate' | 'transitDays') => {
    const problem = problems[name]
    return {
      value: draft[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value }),
      error: problem === undefined ? null : t(`carriers.problems.${problem}`),
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size={780}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div className={classes['fields']}>
            <TextInput
              label={t('carriers.form.name')}
              description={t('carriers.form.nameHint')}
              withAsterisk
              maxLength={200}
              data-autofocus
              {...field('name')}
            />
            <TextInput
              label={t('carriers.form.days')}
              description={t('carriers.form.daysHint')}
              inputMode="numeric"
              {...field('transitDays')}
            />
          </div>
          <PatternFields draft={draft} change={change} wrong={problems.patterns ?? []} />
          <TextInput
            label={t('carriers.form.url')}
            description={t('carriers.form.urlHint')}
            maxLength={500}
            {...field('urlTemplate')}
          />
          <CountryField country={draft.country} onChange={(country) => change({ country })} />
          {error !== null && (
            <Alert role="alert" color="red">
              {wordsOfError(t, error)}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" size="lg" onClick={onClose}>
              {t('carriers.form.close')}
            </Button>
            <Button type="submit" size="lg">
              {t('carriers.form.save')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function useCarrierForm({ carrier, others, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOfCarrier(carrier))
  const [problems, setProblems] = useState<CarrierProblems>({})
  const [error, setError] = useState<BridgeError | null>(null)
  const change = (part: Partial<CarrierDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readCarrierDraft(draft, others)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    void onSave({ ...read.carrier, inUse: carrier?.inUse ?? true }).then((refusal) => {
      setError(refusal)
      if (refusal === null) onClose()
    })
  }
  return { draft, change, problems, error, submit }
}

type PatternProps = {
  draft: CarrierDraft
  change: (part: Partial<CarrierDraft>) => void
  wrong: readonly number[]
}

function PatternFields({ draft, change, wrong }: PatternProps) {
  const { t } = useTranslation()
  const { numbers } = draft
  const put = (index: number, part: Partial<{ pattern: string; check: CheckDigit }>) =>
    change({ numbers: numbers.map((one, place) => (place === index ? { ...one, ...part } : one)) })
  const checks = CHECK_DIGITS.map((value) => ({ value, label: t(`carriers.form.checks.${value}`) }))
  return (
    <fieldset className={classes['patterns']}>
      <legend>{t('carriers.form.numbers')}</legend>
      <Text className={classes['hint'] ?? ''}>{t('carriers.form.numbersHint')}</Text>
      {numbers.map(({ pattern, check }, index) => (
        <div key={index} className={classes['pattern']}>
          <TextInput
            aria-label={t('carriers.form.pattern', { index: index + 1 })}
            classNames={{ input: classes['code'] ?? '' }}
            autoComplete="off"
            value={pattern}
            onChange={(event) => put(index, { pattern: event.currentTarget.value })}
            error={wrong.includes(index) ? t('carriers.problems.pattern') : null}
          />
          <Select
            aria-label={t('carriers.form.check', { index: index + 1 })}
            data={checks}
            allowDeselect={false}
            value={check}
            onChange={(value) => put(index, { check: value ?? 'none' })}
          />
          <ActionIcon
            variant="default"
            size={46}
            aria-label={t('carriers.form.removePattern', { index: index + 1 })}
            onClick={() => change({ numbers: numbers.filter((_, place) => place !== index) })}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => change({ numbers: [...numbers, { pattern: '', check: 'none' }] })}
      >
        {t('carriers.form.addPattern')}
      </Button>
    </fieldset>
  )
}

const NO_COUNTRY = ''

function CountryField({
  country,
  onChange,
}: {
  country: string | null
  onChange: (country: string | null) => void
}) {
  const { t, i18n } = useTranslation()
  const known = useStoreOf('carriers', (state) => state.countries)
  const loadCountries = useStoreOf('carriers', (state) => state.loadCountries)
  useEffect(() => void loadCountries(), [loadCountries])
  const codes = country === null || known.includes(country) ? known : [...known, country]
  const named = codes.map((value) => ({ value, label: countryName(value, i18n.language) }))
  named.sort((left, right) => left.label.localeCompare(right.label, i18n.language))
  return (
    <Select
      label={t('carriers.form.country')}
      description={t('carriers.form.countryHint')}
      data={[{ value: NO_COUNTRY, label: t('carriers.form.noCountry') }, ...named]}
      searchable
      allowDeselect={false}
      value={country ?? NO_COUNTRY}
      onChange={(value) => onChange(value === null || value === NO_COUNTRY ? null : value)}
    />
  )
}
