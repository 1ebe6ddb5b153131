import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueView } from '../../../../shared/contract/requests'
import { useStoreOf } from '../../stores/stores'
import { useOpenOrder } from '../order/use-open-order'
import { rowAt } from '../../stores/windowed-list'
import { QueueList } from './queue-list'
import classes from './queue.module.css'

const VIEWS = ['to_pack', 'to_ship', 'to_deliver', 'all'] as const satisfies readonly QueueView[]
const SEARCH_PAUSE_MS = 200
/** Rows that PageUp and PageDown go. */
const PAGE_JUMP = 8

export function QueuePage() {
  const { t } = useTranslation()
  const view = useStoreOf('queue', (state) => state.view)
  const setView = useStoreOf('queue', (state) => state.setView)
  const total = useStoreOf('queue', (state) => state.total)
  const onKeyDown = useQueueKeys()
  const data = VIEWS.map((value) => ({ value, label: t(`queue.views.${value}`) }))
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <SegmentedControl
          aria-label={t('queue.viewsLabel')}
          data={data}
          value={view}
          onChange={(value) => setView(value as QueueView)}
        />
        <SearchField onKeyDown={onKeyDown} />
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('queue.count', { count: total })}
        </Text>
        <Text className={classes['quiet']} visibleFrom="xl">
          {t('queue.keys')}
        </Text>
      </div>
      <QueueList onKeyDown={onKeyDown} />
    </div>
  )
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
      onKeyDown={onKeyDown}
    />
  )
}

/** Arrow keys move, Enter opens; the same in the list and in the search field. */
function useQueueKeys(): (event: KeyboardEvent) => void {
  const active = useStoreOf('queue', (state) => state.active)
  const setActive = useStoreOf('queue', (state) => state.setActive)
  const row = useStoreOf('queue', (state) => rowAt(state, state.active))
  const openOrder = useOpenOrder()
  return (event) => {
    const steps: Partial<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE_JUMP,
      PageUp: -PAGE_JUMP,
    }
    const step = steps[event.key]
    if (step !== undefined) setActive(active + step)
    else if (event.key === 'Enter' && row !== undefined) openOrder(row.orderId)
    else return
    event.preventDefault()
  }
}
