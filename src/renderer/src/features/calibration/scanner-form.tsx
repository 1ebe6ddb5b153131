import { Select, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { typedWhole } from '../../forms/typed'
import { MoreSettings, SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import classes from '../../ui/section.module.css'

const fields = strict(preferenceSchemas.scanner).shape
const scannerSchema = z.object({
  ...fields,
  maxGapMs: typedWhole.pipe(fields.maxGapMs),
  sameItemMs: typedWhole.pipe(fields.sameItemMs),
})

/** How the scanner types, for people who know better than the calibration. */
export function ScannerForm({ scanner }: { scanner: Preferences['scanner'] }) {
  const { t } = useTranslation()
  const { choice, text, last } = usePreferences('scanner', scanner, {
    schema: scannerSchema,
    problems: { maxGapMs: t('calibration.maxGapProblem'), sameItemMs: t('calibration.sameItemProblem') },
  })
  return (
    <SettingCard title={t('calibration.settings')} last={last}>
      <Text className={classes['quiet']}>{t('calibration.settingsHint')}</Text>
      <Select
        label={t('calibration.scannerLayout')}
        data={fields.layout.options.map((value) => ({ value, label: t(`calibration.layout.${value}`) }))}
        allowDeselect={false}
        {...choice('layout')}
      />
      <Select
        label={t('calibration.terminator')}
        data={fields.terminator.options.map((value) => ({ value, label: t(`calibration.end.${value}`) }))}
        allowDeselect={false}
        {...choice('terminator')}
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
      <MoreSettings>
        <TextInput
          label={t('calibration.groupSeparator')}
          description={t('calibration.groupSeparatorHint')}
          maxLength={5}
          {...text('groupSeparator')}
        />
        <TextInput label={t('calibration.maxGap')} inputMode="numeric" {...text('maxGapMs')} />
        <TextInput
          label={t('calibration.sameItem')}
          description={t('calibration.sameItemHint')}
          inputMode="numeric"
          {...text('sameItemMs')}
        />
      </MoreSettings>
    </SettingCard>
  )
}
