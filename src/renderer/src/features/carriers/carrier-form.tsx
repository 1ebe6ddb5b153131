import { ActionIcon, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { BridgeError } from '../../../../shared/contract/result'
import type { Carrier } from '../../../../shared/domain/carriers/carrier'
import { WEEKDAYS } from '../../../../shared/domain/carriers/truck'
import { CHECK_DIGITS } from '../../../../shared/domain/scanning/check-digit'
import { useSchemaForm, type SchemaForm } from '../../forms/use-schema-form'
import { useLocale, useTranslation } from '../../locales/i18n'
import { useRead } from '../../parts/use-read'
import { OutcomeAlert } from '../../parts/error-alert'
import { countryName } from '../../parts/use-carriers'
import { dayAfter, dayWords } from '../../parts/time/calendar'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import { carrierSchema, typedCarrier, type TypedCarrier } from './carrier-schema'
import classes from './carriers.module.css'

type Props = {
  /** `null` for a new one. */
  carrier: Carrier | null
  others: readonly Carrier[]
  onSave: (carrier: Carrier) => Promise<BridgeError | null>
  /** Asks before it does. */
  onRemove: () => void
  onClose: () => void
}

export function CarrierForm({ carrier, others, onSave, onRemove, onClose }: Props) {
  const { t } = useTranslation()
  const { form, field, submit, outcome } = useSchemaForm({
    schema: carrierSchema(others),
    initial: typedCarrier(carrier),
    problemWords: {
      name: { missing: t('carriers.problems.nameMissing'), taken: t('carriers.problems.nameTaken') },
      urlTemplate: t('carriers.problems.url'),
      transitDays: t('carriers.problems.days'),
      'numbers.pattern': t('carriers.problems.pattern'),
      ...Object.fromEntries(WEEKDAYS.map((day) => [`trucks.${day}`, t('carriers.problems.truck')])),
    },
    send: onSave,
    onSaved: onClose,
  })
  useFormGuard(true, { close: onClose })
  const title = carrier === null ? t('carriers.add') : t('carriers.changeNamed', { name: carrier.name })
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
          <PatternFields form={form} field={field} />
          <TextInput
            label={t('carriers.form.url')}
            description={t('carriers.form.urlHint')}
            maxLength={500}
            {...field('urlTemplate')}
          />
          <CountryField
            country={form.values.country}
            onChange={(country) => form.setFieldValue('country', country)}
          />
          <TruckFields form={form} field={field} />
          <OutcomeAlert outcome={outcome} />
          <DialogButtons>
            {carrier !== null && (
              <Button
                variant="subtle"
                color="red"
                size="lg"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={onRemove}
              >
                {t('carriers.remove')}
              </Button>
            )}
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

type FieldsProps = Pick<SchemaForm<TypedCarrier>, 'form' | 'field'>

function PatternFields({ form, field }: FieldsProps) {
  const { t } = useTranslation()
  const checks = CHECK_DIGITS.map((value) => ({ value, label: t(`carriers.form.checks.${value}`) }))
  return (
    <fieldset className={classes['patterns']}>
      <legend>{t('carriers.form.numbers')}</legend>
      <Text className={classes['hint'] ?? ''}>{t('carriers.form.numbersHint')}</Text>
      {form.values.numbers.map((_number, index) => (
        <div key={index} className={classes['pattern']}>
          <TextInput
            aria-label={t('carriers.form.pattern', { index: index + 1 })}
            classNames={{ input: classes['code'] ?? '' }}
            autoComplete="off"
            {...field(`numbers.${index}.pattern`)}
          />
          <Select
            aria-label={t('carriers.form.check', { index: index + 1 })}
            data={checks}
            allowDeselect={false}
            {...field(`numbers.${index}.check`)}
          />
          <ActionIcon
            variant="default"
            size={46}
            aria-label={t('carriers.form.removePattern', { index: index + 1 })}
            onClick={() => form.removeListItem('numbers', index)}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => form.insertListItem('numbers', { pattern: '', check: 'none' })}
      >
        {t('carriers.form.addPattern')}
      </Button>
    </fieldset>
  )
}

const ANY_MONDAY = '2026-11-23'
const LIKE_MONDAY = ['tuesday', 'wednesday', 'thursday', 'friday'] as const

/** One time for each weekday. */
function TruckFields({ form, field }: FieldsProps) {
  const { t } = useTranslation()
  const language = useLocale()
  const copyMonday = () => {
    for (const day of LIKE_MONDAY) form.setFieldValue(`trucks.${day}`, form.values.trucks.monday)
  }
  return (
    <fieldset className={classes['patterns']}>
      <legend>{t('carriers.form.trucks')}</legend>
      <Text className={classes['hint'] ?? ''}>{t('carriers.form.trucksHint')}</Text>
      <div className={classes['week']}>
        {WEEKDAYS.map((day, index) => (
          <TextInput
            key={day}
            label={dayWords(dayAfter(ANY_MONDAY, index), language, { weekday: 'long' })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            {...field(`trucks.${day}`)}
          />
        ))}
      </div>
      <Button variant="default" onClick={copyMonday}>
        {t('carriers.form.trucksAlike')}
      </Button>
    </fieldset>
  )
}

const NO_COUNTRY = ''
const NO_COUNTRIES: readonly string[] = []

function CountryField({
  country,
  onChange,
}: {
  country: string | null
  onChange: (country: string | null) => void
}) {
  const { t } = useTranslation()
  const language = useLocale()
  /** ISO 3166-1 alpha-2 of the countries whose public holidays are known. */
  const known = useRead('packing:countries', {}).value ?? NO_COUNTRIES
  const codes = country === null || known.includes(country) ? known : [...known, country]
  const named = codes.map((value) => ({ value, label: countryName(value, language) }))
  named.sort((left, right) => left.label.localeCompare(right.label, language))
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
