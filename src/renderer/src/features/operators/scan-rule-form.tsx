import { Button, MultiSelect, Select, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { everyCategory } from '../../../../shared/domain/items/category'
import { SERIAL_RULES } from '../../../../shared/domain/orders/unit-serial'
import { strict } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useRead } from '../../parts/use-read'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'

const schema = z.object(strict(preferenceSchemas.packing))

/** What needs a supervisor at the bench, and of which items the unit's serial number is scanned. */
export function ScanRuleForm({ packing }: { packing: Preferences['packing'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const supervised = useStoreOf(
    'operator',
    (state) => state.signIn?.operators.some(({ role }) => role === 'supervisor') ?? false,
  )
  const { form, field, submit, outcome } = useSchemaForm({
    schema,
    initial: packing,
    problemWords: {},
    send: (changed) => savePreferences({ packing: changed }),
    marksAtOnce: true,
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('operators.scanRuleTitle')}>
      <h2 className={classes['title']}>{t('operators.scanRuleTitle')}</h2>
      <Switch
        size="lg"
        label={t('operators.everyItemScanned')}
        description={t('operators.everyItemScannedHint')}
        {...field('everyItemScanned', 'checkbox')}
      />
      {!supervised && <Text className={classes['quiet']}>{t('operators.scanRuleNeedsSupervisor')}</Text>}
      <Switch
        size="lg"
        label={t('operators.packersTeach')}
        description={t('operators.packersTeachHint')}
        {...field('packersTeach', 'checkbox')}
      />
      <Select
        label={t('operators.serials')}
        description={t('operators.serialsHint')}
        allowDeselect={false}
        data={SERIAL_RULES.map((value) => ({ value, label: t(`operators.serials_${value}`) }))}
        {...field('serials')}
      />
      {form.values.serials === 'categories' && (
        <Categories
          chosen={form.values.serialCategories}
          onChange={(ids) => form.setFieldValue('serialCategories', ids)}
        />
      )}
      <OutcomeAlert outcome={outcome} saved={t('operators.saved')} />
      <Button type="submit">{t('operators.save')}</Button>
    </form>
  )
}

/** More would make the list slow; a search finds the others. */
const MOST_SHOWN = 100

function Categories({ chosen, onChange }: { chosen: number[]; onChange: (ids: number[]) => void }) {
  const { t } = useTranslation()
  const { value } = useRead('items:categories', { refresh: false })
  const named = new Map(
    everyCategory(value?.tree ?? []).map(({ id, path }) => [String(id), path.join(' › ')]),
  )
  // One that the tree does not have any more, or while the tree cannot be read, stays chosen by its number.
  for (const id of chosen) if (!named.has(String(id))) named.set(String(id), String(id))
  return (
    <MultiSelect
      label={t('operators.serialCategories')}
      description={t('operators.serialCategoriesHint')}
      searchable
      hidePickedOptions
      limit={MOST_SHOWN}
      data={[...named].map(([id, label]) => ({ value: id, label }))}
      value={chosen.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
