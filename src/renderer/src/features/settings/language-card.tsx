import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import { DATE_FORMATS, LOCALES, type DateFormat, type Locale } from '../../../../shared/domain/station/locale'
import type { BridgeError } from '../../../../shared/contract/result'
import { ErrorAlert } from '../../parts/error-alert'
import { datesOf } from '../../parts/time/station-time'
import { exampleOf } from '../../parts/time/typed-time'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { LANGUAGE_NAMES, ownLocale, useLocale } from '../../locales/i18n'

/** The window's language and date format; a choice takes effect at once. */
export function LanguageCard({ language }: { language: Preferences['language'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [error, setError] = useState<BridgeError | null>(null)
  const change = (part: Partial<Preferences['language']>) =>
    void save({ language: { ...language, ...part } }).then(setError)
  const usual = exampleOfDates(datesOf(null, locale))
  return (
    <section className={classes['card']} aria-label={t('language.title')}>
      <h2 className={classes['cardTitle']}>{t('language.title')}</h2>
      <SimpleGrid cols={2}>
        <NativeSelect
          label={t('language.label')}
          value={language.locale ?? ''}
          onChange={(event) => change({ locale: (event.currentTarget.value || null) as Locale | null })}
          data={[
            { value: '', label: t('language.ofPc', { name: LANGUAGE_NAMES[ownLocale()] }) },
            ...LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
        />
        <NativeSelect
          label={t('language.dates')}
          value={language.dateFormat ?? ''}
          onChange={(event) =>
            change({ dateFormat: (event.currentTarget.value || null) as DateFormat | null })
          }
          data={[
            { value: '', label: t('language.datesOfLanguage', { example: usual }) },
            ...DATE_FORMATS.map((value) => ({ value, label: exampleOfDates(value) })),
          ]}
        />
      </SimpleGrid>
      <ErrorAlert error={error} mt="md" />
    </section>
  )
}

/** Only the date: a select has little space. */
function exampleOfDates(dates: DateFormat): string {
  return exampleOf({ name: 'UTC', dates }).split(' ')[0] ?? ''
}
