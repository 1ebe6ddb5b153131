import { NativeSelect } from '@mantine/core'
import type { Preferences } from '../../../../shared/contract/preferences'
import { DATE_FORMATS, LOCALES, type DateFormat } from '../../../../shared/domain/station/locale'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { datesOf } from '../../parts/time/station-time'
import { exampleOf } from '../../parts/time/typed-time'
import { LANGUAGE_NAMES, ownLocale, useLocale, useTranslation } from '../../locales/i18n'

/** The window's language and date format; a choice takes effect at once. */
export function LanguageCard({ language }: { language: Preferences['language'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { choice, last } = usePreferences('language', language)
  const usual = exampleOfDates(datesOf(null, locale))
  return (
    <SettingCard title={t('language.title')} last={last}>
      <NativeSelect
        label={t('language.label')}
        {...choice('locale')}
        data={[
          { value: '', label: t('language.ofPc', { name: LANGUAGE_NAMES[ownLocale()] }) },
          ...LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
      />
      <NativeSelect
        label={t('language.dates')}
        {...choice('dateFormat')}
        data={[
          { value: '', label: t('language.datesOfLanguage', { example: usual }) },
          ...DATE_FORMATS.map((value) => ({ value, label: exampleOfDates(value) })),
        ]}
      />
    </SettingCard>
  )
}

/** Only the date: a select has little space. */
function exampleOfDates(dates: DateFormat): string {
  return exampleOf({ name: 'UTC', dates }).split(' ')[0] ?? ''
}
