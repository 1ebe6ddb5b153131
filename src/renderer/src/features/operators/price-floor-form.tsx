import { Button, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict, typedPercent } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'

const prices = strict(preferenceSchemas.prices)
const floorSchema = z.object({
  floorOfPresentPercent: typedPercent.pipe(prices.floorOfPresentPercent),
  floorOfMsrpPercent: typedPercent.pipe(prices.floorOfMsrpPercent),
})

/** Below which prices a change of many items asks a supervisor. */
export function PriceFloorForm({ prices: floor }: { prices: Preferences['prices'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: floorSchema,
    initial: {
      floorOfPresentPercent: String(floor.floorOfPresentPercent),
      floorOfMsrpPercent: String(floor.floorOfMsrpPercent),
    },
    problemWords: { '*': t('bulk.floorSetting.bad') },
    send: (changed) => savePreferences({ prices: changed }),
    marksAtOnce: true,
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('bulk.floorSetting.title')}>
      <h2 className={classes['title']}>{t('bulk.floorSetting.title')}</h2>
      <Text className={classes['quiet'] ?? ''}>{t('bulk.floorSetting.about')}</Text>
      <TextInput
        label={t('bulk.floorSetting.ofPresent')}
        inputMode="numeric"
        autoComplete="off"
        {...field('floorOfPresentPercent')}
      />
      <TextInput
        label={t('bulk.floorSetting.ofMsrp')}
        inputMode="numeric"
        autoComplete="off"
        {...field('floorOfMsrpPercent')}
      />
      <OutcomeAlert outcome={outcome} saved={t('operators.saved')} />
      <Button type="submit">{t('operators.save')}</Button>
    </form>
  )
}
