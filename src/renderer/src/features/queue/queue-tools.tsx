import { Chip, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import type { QueueCounts } from '../../../../shared/contract/views'
import { QUEUE_FILTERS, QUEUE_VIEWS } from '../../../../shared/domain/orders/order-queue'
import { useLocale, useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import { PickListButton } from './pick-list-button'
import classes from './queue.module.css'

/** A pause shorter than a quick typist's would request every letter in vain. */
const SEARCH_PAUSE_MS = 60

export type QueueToolsProps = { onKeyDown: (event: KeyboardEvent) => void }

/** Above the list: which orders it shows. @param onKeyDown moves in the list, also from the search field */
export function QueueTools({ onKeyDown }: QueueToolsProps) {
  const { t } = useTranslation()
  const view = useStoreOf('queue', (state) => state.view)
  const setView = useStoreOf('queue', (state) => state.setView)
  const data = QUEUE_VIEWS.map((value) => ({ value, label: t(`queue.views.${value}`) }))
  return (
    <>
      <SegmentedControl
        aria-label={t('queue.viewsLabel')}
        data={data}
        value={view}
        onChange={(value) => setView(value)}
      />
      <Filters />
      <SearchField onKeyDown={onKeyDown} />
      <BatchSwitch />
      <PickListButton />
    </>
  )
}

/** Does what BATCH does, and the band says so as long as it is on. */
function BatchSwitch() {
  const { t } = useTranslation()
  const on = useStoreOf('scan', (state) => state.batch !== null)
  const command = useStoreOf('scan', (state) => state.command)
  return (
    <Chip checked={on} onChange={() => void command('batch', 'touch')} title={t('queue.batch.switch')}>
      {t('queue.batch.mark')}
    </Chip>
  )
}

function Filters() {
  const { t } = useTranslation()
  const filter = useStoreOf('queue', (state) => state.filter)
  const setFilter = useStoreOf('queue', (state) => state.setFilter)
  const counts = useCounts()
  // 1.1K: the tools stay in one row, however much there is to do.
  const short = new Intl.NumberFormat(useLocale(), { notation: 'compact' })
  return (
    <Chip.Group value={filter} onChange={(value) => setFilter(value)}>
      <Group gap="xs" role="radiogroup" aria-label={t('urgency.filterLabel')}>
        {QUEUE_FILTERS.map((value) => (
          <Chip key={value} value={value} size="md">
            {t(`urgency.filters.${value}`)}
            {value !== 'any' && (counts?.filters?.[value] ?? 0) > 0 && (
              <span className={classes['chipCount']}> {short.format(counts?.filters?.[value] ?? 0)}</span>
            )}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

/** Orders become late without any change that would be told. */
const COUNT_AGAIN_MS = 30_000

/** Counted while the list is on the screen: when a row of it changes, and from time to time. */
function useCounts(): QueueCounts | null {
  const counts = useStoreOf('queue', (state) => state.counts)
  const count = useStoreOf('queue', (state) => state.count)
  const view = useStoreOf('queue', (state) => state.view)
  // Not their number alone: an order is late once its items say how long it may take, and stays in the list.
  const rows = useStoreOf('queue', (state) => state.rows)
  useEffect(() => {
    void count()
    const timer = setInterval(() => void count(), COUNT_AGAIN_MS)
    return () => clearInterval(timer)
  }, [count, view, rows])
  return counts
}

function SearchField({ onKeyDown }: { onKeyDown: (event: KeyboardEvent) => void }) {
  const { t } = useTranslation()
  const search = useStoreOf('queue', (state) => state.search)
  const setSearch = useStoreOf('queue', (state) => state.setSearch)
  const [text, setText] = useState(search)
  const searchSoon = useDebouncedCallback(setSearch, { delay: SEARCH_PAUSE_MS, flushOnUnmount: true })
  return (
    <TextInput
      className={classes['search'] ?? ''}
      type="search"
      aria-label={t('queue.search')}
      placeholder={t('queue.searchHint')}
      leftSection={<IconSearch aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        // Enter applies to the typed search, not to the previous list.
        if (event.key === 'Enter') searchSoon.flush()
        onKeyDown(event)
      }}
    />
  )
}
