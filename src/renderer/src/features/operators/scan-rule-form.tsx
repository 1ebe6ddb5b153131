import { MultiSelect, type MultiSelectProps, Select, Switch, Text } from '@mantine/core'
import type { Preferences } from '../../../../shared/contract/preferences'
import { everyCategory } from '../../../../shared/domain/items/category'
import { SERIAL_RULES } from '../../../../shared/domain/orders/unit-serial'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import { useRead } from '../../parts/use-read'
import { useStoreOf } from '../../stores/stores'
import section from '../../ui/section.module.css'

/** What needs a supervisor at the bench, and of which items the unit's serial number is scanned. */
export function ScanRuleForm({ packing }: { packing: Preferences['packing'] }) {
  const { t } = useTranslation()
  const supervised = useStoreOf(
    'operator',
    (state) => state.signIn?.operators.some(({ role }) => role === 'supervisor') ?? false,
  )
  const { toggle, choice, row, change, latest, last } = usePreferences('packing', packing)
  return (
    <SettingCard title={t('operators.scanRuleTitle')} last={last}>
      <Switch
        size="lg"
        label={t('operators.everyItemScanned')}
        description={t('operators.everyItemScannedHint')}
        {...toggle('everyItemScanned')}
      />
      {!supervised && <Text className={section['quiet']}>{t('operators.scanRuleNeedsSupervisor')}</Text>}
      <Switch
        size="lg"
        label={t('operators.packersTeach')}
        description={t('operators.packersTeachHint')}
        {...toggle('packersTeach')}
      />
      <Select
        label={t('operators.serials')}
        description={t('operators.serialsHint')}
        allowDeselect={false}
        data={SERIAL_RULES.map((value) => ({ value, label: t(`operators.serials_${value}`) }))}
        {...choice('serials')}
      />
      {packing.serials === 'categories' && (
        <Categories
          {...row('serialCategories')}
          chosen={packing.serialCategories}
          onChange={(picked) => {
            const serialCategories = changed(latest('serialCategories'), packing.serialCategories, picked)
            void change({ serialCategories })
          }}
        />
      )}
    </SettingCard>
  )
}

/** What was asked for last, changed as the shown list was: the next pick may come before the answer to this one. */
function changed(asked: readonly number[], shown: readonly number[], picked: readonly number[]): number[] {
  const kept = asked.filter((id) => picked.includes(id) || !shown.includes(id))
  return [...kept, ...picked.filter((id) => !shown.includes(id) && !kept.includes(id))]
}

/** More would make the list slow; a search finds the others. */
const MOST_SHOWN = 100

type CategoriesProps = Pick<MultiSelectProps, 'id' | 'error' | 'disabled' | 'description'> & {
  chosen: number[]
  onChange: (ids: number[]) => void
}

function Categories({ chosen, onChange, ...row }: CategoriesProps) {
  const { t } = useTranslation()
  const { value } = useRead('items:categories', { refresh: false })
  const named = new Map(
    everyCategory(value?.tree ?? []).map(({ id, path }) => [String(id), path.join(' › ')]),
  )
  // One that the tree does not have any more, or while the tree cannot be read, stays chosen by its number.
  for (const id of chosen) if (!named.has(String(id))) named.set(String(id), String(id))
  return (
    <MultiSelect
      className={section['long']}
      label={t('operators.serialCategories')}
      description={t('operators.serialCategoriesHint')}
      searchable
      hidePickedOptions
      limit={MOST_SHOWN}
      data={[...named].map(([id, label]) => ({ value: id, label }))}
      value={chosen.map(String)}
      {...row}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
