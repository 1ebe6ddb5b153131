import { CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCalendar, IconSearch, IconTag, IconUser } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { RequestOf } from '../../../../shared/contract/requests'
import { useTranslation } from '../../locales/i18n'
import { kindWords } from '../../parts/entry-words'
import { dayOf } from '../../parts/time/station-time'
import { dayRange } from '../../parts/time/typed-time'
import { useZone } from '../../parts/time/use-zone'
import { useKept, useRead } from '../../parts/use-read'
import classes from './evidence.module.css'

type ListRequest = RequestOf<'evidence:list'>
/** Which entries are listed; `null`: any. `from` and `to` are ISO 8601 UTC. */
export type EvidenceFilter = {
  [K in 'orderId' | 'operator' | 'kind' | 'from' | 'to']: NonNullable<ListRequest[K]> | null
}
const NO_FILTER: EvidenceFilter = { orderId: null, operator: null, kind: null, from: null, to: null }

export function useEvidenceFilter() {
  const [filter, keep] = useKept('evidence filter', NO_FILTER)
  return { filter, setFilter: (part: Partial<EvidenceFilter>) => keep({ ...filter, ...part }) }
}

/** Which entries are listed; a filter in use is tinted and can be cleared where it stands. */
export function Filters() {
  const { t } = useTranslation()
  return (
    <div className={classes['filters']} role="group" aria-label={t('evidenceEntries.filters.title')}>
      <OrderField />
      <OperatorChip />
      <KindChip />
      <DayChip />
    </div>
  )
}

const SEARCH_PAUSE_MS = 200
/** A number with more digits is not exact, and no order has one. */
const MOST_DIGITS = 15

/** Lists the entries of one order: "who packed 1234?" */
function OrderField() {
  const { t } = useTranslation()
  const { filter, setFilter } = useEvidenceFilter()
  const { orderId: ofOrder } = filter
  const [text, setText] = useState(ofOrder === null ? '' : String(ofOrder))
  const search = (orderId: number | null) => setFilter({ orderId })
  const searchSoon = useDebouncedCallback(search, { delay: SEARCH_PAUSE_MS, flushOnUnmount: true })
  return (
    <TextInput
      className={classes['chip'] ?? ''}
      data-used={text !== ''}
      type="search"
      inputMode="numeric"
      aria-label={t('evidenceEntries.searchOrder')}
      placeholder={t('evidenceEntries.searchOrder')}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, MOST_DIGITS)
        setText(digits)
        searchSoon(Number(digits) === 0 ? null : Number(digits))
      }}
    />
  )
}

/** Entries without a name are the station's own; an empty value would be none. */
const STATION = '\u0000'

function OperatorChip() {
  const { t } = useTranslation()
  const { filter, setFilter } = useEvidenceFilter()
  const { operator } = filter
  const operators = useRead('evidence:choices', {}).value?.operators ?? []
  return (
    <ChoiceChip
      name={t('evidenceEntries.filters.operator')}
      icon={<IconUser size={18} aria-hidden />}
      value={operator === '' ? STATION : operator}
      data={operators.map((name) =>
        name === '' ? { value: STATION, label: t('evidence.station') } : { value: name, label: name },
      )}
      onChange={(value) => setFilter({ operator: value === STATION ? '' : value })}
    />
  )
}

function KindChip() {
  const { t } = useTranslation()
  const { filter, setFilter } = useEvidenceFilter()
  const { kind } = filter
  const kinds = useRead('evidence:choices', {}).value?.kinds ?? []
  return (
    <ChoiceChip
      name={t('evidenceEntries.filters.kind')}
      icon={<IconTag size={18} aria-hidden />}
      value={kind}
      data={kinds
        .map((value) => ({ value, label: kindWords(t, value) }))
        .toSorted((one, other) => one.label.localeCompare(other.label))}
      onChange={(value) => setFilter({ kind: value })}
    />
  )
}

/** In pixels, whatever the size of type. */
const TOUCHED = { width: 44, minWidth: 44, height: 44, minHeight: 44 }

function Clear({ filter, onClick }: { filter: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <CloseButton
      style={TOUCHED}
      aria-label={t('evidenceEntries.filters.clear', { filter })}
      onClick={onClick}
    />
  )
}

type ChoiceProps = {
  name: string
  icon: ReactNode
  value: string | null
  data: { value: string; label: string }[]
  onChange: (value: string | null) => void
}

function ChoiceChip({ name, icon, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      className={classes['chip'] ?? ''}
      data-used={value !== null}
      aria-label={name}
      placeholder={name}
      leftSection={icon}
      rightSection={value !== null && <Clear filter={name} onClick={() => onChange(null)} />}
      rightSectionPointerEvents="all"
      rightSectionWidth="46px"
      value={value}
      data={data}
      onChange={onChange}
      maxDropdownHeight={320}
    />
  )
}

function DayChip() {
  const { t } = useTranslation()
  const zone = useZone()
  const { filter, setFilter } = useEvidenceFilter()
  const { from } = filter
  const name = t('evidenceEntries.filters.day')
  const clear = () => setFilter({ from: null, to: null })
  return (
    <TextInput
      className={classes['chip'] ?? ''}
      data-used={from !== null}
      type="date"
      aria-label={name}
      title={name}
      leftSection={<IconCalendar size={18} aria-hidden />}
      rightSectionWidth="46px"
      rightSection={from !== null && <Clear filter={name} onClick={clear} />}
      value={from === null ? '' : dayOf(from, zone)}
      onChange={(event) => {
        const range = dayRange(event.currentTarget.value, zone)
        if (range === null) clear()
        else setFilter(range)
      }}
    />
  )
}
