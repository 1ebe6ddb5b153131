import { Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { typedPercent } from '../../forms/typed'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import classes from '../../ui/section.module.css'

const fields = strict(preferenceSchemas.prices).shape
const floorSchema = z.object({
  floorOfPresentPercent: typedPercent.pipe(fields.floorOfPresentPercent),
  floorOfMsrpPercent: typedPercent.pipe(fields.floorOfMsrpPercent),
})

/** Below which prices a change of many items asks a supervisor. */
export function PriceFloorForm({ prices }: { prices: Preferences['prices'] }) {
  const { t } = useTranslation()
  const problem = t('bulk.floorSetting.bad')
  const { text, last } = usePreferences('prices', prices, {
    schema: floorSchema,
    problems: { floorOfPresentPercent: problem, floorOfMsrpPercent: problem },
  })
  return (
    <SettingCard title={t('bulk.floorSetting.title')} last={last}>
      <Text className={classes['quiet']}>{t('bulk.floorSetting.about')}</Text>
      <TextInput
        label={t('bulk.floorSetting.ofPresent')}
        inputMode="numeric"
        autoComplete="off"
        {...text('floorOfPresentPercent')}
      />
      <TextInput
        label={t('bulk.rule.changes.msrp')}
        inputMode="numeric"
        autoComplete="off"
        {...text('floorOfMsrpPercent')}
      />
    </SettingCard>
  )
}
