import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { setFields, type ItemFacet, type ItemFilter } from '../../../../../shared/domain/items/item-filter'
import { parseCents } from '../../../../../shared/domain/orders/money'
import { useTranslation } from '../../../locales/i18n'
import { dayOf } from '../../../parts/time/station-time'
import { dayRange } from '../../../parts/time/typed-time'
import { useZone } from '../../../parts/time/use-zone'
import { useRead } from '../../../parts/use-read'
import { ChangeMany, type ListedItems } from './change-many'
import { FilterChips } from './filter-chips'
import classes from '../items.module.css'
import { useItemList } from './use-item-list'
import { useItemValueName } from '../../../parts/item-filter-words'

const SEARCH_PAUSE_MS = 200

/** What the list is filtered by: the search, the fields on request, and a chip for each that is set. */
export function ItemsFilter(listed: ListedItems) {
  const { t } = useTranslation()
  const { filter } = useItemList()
  const [open, setOpen] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const set = setFields(filter).length
  return (
    <search className={classes['search']}>
      <div className={classes['searchLine']}>
        <SearchField input={first} />
        <Button
          variant={set > 0 ? 'light' : 'default'}
          leftSection={<IconFilter aria-hidden />}
          aria-expanded={open}
          aria-controls="item-filters"
          onClick={() => setOpen(!open)}
        >
          {t('items.filters.open')}
        </Button>
        <ChangeMany {...listed} />
      </div>
      {open && <Fields />}
      <FilterChips onLast={() => first.current?.focus()} />
    </search>
  )
}

function SearchField({ input }: { input: React.RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const [change, search] = useFilter((filter) => filter.search)
  const [typed, setTyped] = useState<string | null>(null)
  const soon = useDebouncedCallback((text: string) => {
    change({ search: text })
    setTyped(null)
  }, SEARCH_PAUSE_MS)
  return (
    <TextInput
      ref={input}
      className={classes['grow'] ?? ''}
      type="search"
      aria-label={t('items.filters.search')}
      placeholder={t('items.filters.search')}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed ?? search}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        soon(value)
      }}
    />
  )
}

/** Changes parts of the filter, and reads one of them. */
function useFilter<Value>(read: (filter: ItemFilter) => Value): [(part: Partial<ItemFilter>) => void, Value] {
  const { filter, find } = useItemList()
  return [(part) => find({ ...filter, ...part }), read(filter)]
}

function Fields() {
  const { t } = useTranslation()
  const [change, only] = useFilter((filter) => filter.only)
  return (
    <div
      className={classes['filterFields']}
      id="item-filters"
      role="group"
      aria-label={t('items.filters.open')}
    >
      <Choices facet="state" field="states" />
      <Choices facet="category" field="categoryIds" />
      <Choices facet="brand" field="brandIds" />
      <Choices facet="quality" field="qualities" />
      <Select
        label={t('items.filter.only')}
        placeholder={t('items.filters.any')}
        clearable
        classNames={{ option: classes['option'] ?? '' }}
        value={only}
        data={(['errors', 'gone'] as const).map((value) => ({ value, label: t(`items.only.${value}`) }))}
        onChange={(value) => change({ only: value === 'errors' || value === 'gone' ? value : null })}
      />
      <TextField field="externalId" />
      <TextField field="mpn" />
      <AmountField field="priceFromCents" />
      <AmountField field="priceToCents" />
      <PercentField field="discountFrom" />
      <PercentField field="discountTo" />
      <DayField field="updatedAfter" end="from" />
      <DayField field="updatedBefore" end="to" />
      <DayField field="createdAfter" end="from" />
      <DayField field="createdBefore" end="to" />
    </div>
  )
}

type ListField = 'states' | 'qualities' | 'categoryIds' | 'brandIds'

/** Values that the account's items have, the most frequent first, with how many have each. */
function Choices({ facet, field }: { facet: ItemFacet; field: ListField }) {
  const { t } = useTranslation()
  const [change, chosen] = useFilter((filter) => filter[field].map(String))
  const counted = useRead('items:facets', {}, { staleOn: ['items_changed'] }).value?.[facet] ?? []
  const nameOf = useItemValueName()
  const known = new Map(counted.map(({ value, items }) => [String(value), items]))
  for (const value of chosen) if (!known.has(value)) known.set(value, 0)
  return (
    <MultiSelect
      label={t(`items.filter.${field}`)}
      placeholder={chosen.length === 0 ? t('items.filters.any') : ''}
      searchable
      hidePickedOptions
      classNames={{ option: classes['option'] ?? '', input: classes['pills'] ?? '' }}
      maxDropdownHeight={320}
      data={[...known].map(([value, items]) => ({
        value,
        label: `${nameOf(field, value)} (${items})`,
      }))}
      value={chosen}
      onChange={(values) =>
        change({ [field]: field === 'states' || field === 'qualities' ? values : values.map(Number) })
      }
    />
  )
}

function TextField({ field }: { field: 'externalId' | 'mpn' }) {
  const { t } = useTranslation()
  const [change, value] = useFilter((filter) => filter[field])
  return (
    <Typed
      label={t(`items.filter.${field}`)}
      value={value}
      onTyped={(text) => {
        change({ [field]: text.trim() })
        return true
      }}
    />
  )
}

const CENTS = 100

function AmountField({ field }: { field: 'priceFromCents' | 'priceToCents' }) {
  const { t } = useTranslation()
  const [change, value] = useFilter((filter) => filter[field])
  return (
    <Typed
      label={t(`items.filter.${field}`)}
      value={value === null ? '' : (value / CENTS).toFixed(2)}
      onTyped={(text) => {
        const read = parseCents(text)
        if (text.trim() !== '' && !read.ok) return false
        change({ [field]: read.ok ? read.cents : null })
        return true
      }}
    />
  )
}

function PercentField({ field }: { field: 'discountFrom' | 'discountTo' }) {
  const { t } = useTranslation()
  const [change, value] = useFilter((filter) => filter[field])
  return (
    <Typed
      label={t(`items.filter.${field}`)}
      value={value === null ? '' : String(value)}
      onTyped={(text) => {
        const percent = text.trim().replace(/(?<!\s)\s*%$/, '')
        if (!/^\d{0,3}$/.test(percent)) return false
        change({ [field]: percent === '' ? null : Number(percent) })
        return true
      }}
    />
  )
}

/** Takes effect with Enter, or when the field is left. @param onTyped `false`: it cannot be read */
function Typed({
  label,
  value,
  onTyped,
}: {
  label: string
  value: string
  onTyped: (text: string) => boolean
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const text = typed ?? value
  const take = () => {
    const read = text === value || onTyped(text)
    setWrong(!read)
    // From now on the field shows what the filter has.
    if (read) setTyped(null)
  }
  return (
    <TextInput
      label={label}
      value={text}
      error={wrong ? t('items.filters.unreadable') : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}

type DayFieldName = 'updatedAfter' | 'updatedBefore' | 'createdAfter' | 'createdBefore'

/** A day of the station's zone; the range has it whole. */
function DayField({ field, end }: { field: DayFieldName; end: 'from' | 'to' }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [change, value] = useFilter((filter) => filter[field])
  // Both ends of a day are moments between two milliseconds, so that the day has exactly what lies in it.
  const aside = end === 'to' || field === 'updatedAfter' ? 1 : 0
  return (
    <TextInput
      label={t(`items.filter.${field}`)}
      type="date"
      value={
        value === null
          ? ''
          : dayOf(new Date(Date.parse(value) + (end === 'from' ? aside : 0)).toISOString(), zone)
      }
      onChange={(event) => {
        const range = dayRange(event.currentTarget.value, zone)
        const at = range === null ? null : Date.parse(range[end]) - aside
        change({ [field]: at === null ? null : new Date(at).toISOString() })
      }}
    />
  )
}
