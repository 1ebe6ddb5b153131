import { Button } from '@mantine/core'
import { IconListSearch, IconPlugConnectedX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showsAll } from '../../../../shared/domain/orders/order-desk'
import { wordsOfError } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { SortHeader } from '../../parts/sort-header'
import { useNow } from '../../parts/time/use-now'
import { useOpenOrder } from '../../parts/use-open-order'
import { useArchiveSearch } from '../../parts/use-archive-search'
import { useStoreOf, useStores } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import desk from '../../ui/desk.module.css'
import { DeskRowView } from './desk-row'
import classes from './orders-desk.module.css'

const ROW_PX = 56
/** At least; it grows with the size of type. */
const HEAD_PX = 48
const PAGE = 10

/** The table; only visible rows exist, and only their pages are fetched. */
export function DeskTable() {
  const { t } = useTranslation()
  const rows = useStoreOf('desk', (state) => state)
  const openOrder = useOpenOrder()
  const nowMs = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not in use
  const virtual = useVirtualizer({
    count: rows.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    // The head stays above the rows.
    scrollPaddingStart: HEAD_PX,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show, active, setActive, filter, sort } = rows
  useEffect(() => show(first, last), [show, first, last, filter, sort])
  useEffect(() => {
    if (active > 0) virtual.scrollToIndex(active)
  }, [virtual, active])
  if (rows.error !== null || rows.total === 0) return <Instead />
  const press = (event: KeyboardEvent) => {
    // A head that has the keyboard keeps its own keys.
    if (event.target !== event.currentTarget) return
    const row = rowAt(rows, active)
    if (event.key === 'Enter' && row !== undefined) openOrder(row.orderId)
    const to = keyTo(event.key, active, rows.total ?? 0)
    if (to !== null) setActive(to)
    if (to !== null || event.key === 'Enter') event.preventDefault()
  }
  return (
    <div className={`${desk['frame']} ${classes['table']}`}>
      <div
        ref={scroller}
        className={classes['rows']}
        role="grid"
        tabIndex={0}
        aria-label={t('desk.list')}
        aria-rowcount={rows.counted ? 1 + (rows.total ?? 0) : -1}
        aria-busy={rows.total === null}
        aria-activedescendant={rows.total ? `desk-row-${active}` : undefined}
        onKeyDown={press}
      >
        <Head />
        <div
          className={desk['sizer']}
          style={{ height: virtual.getTotalSize() }}
          role="rowgroup"
          aria-label={t('desk.title')}
        >
          {items.map((item) => (
            <DeskRowView
              key={item.key}
              index={item.index}
              top={item.start}
              row={rowAt(rows, item.index)}
              active={item.index === active}
              nowMs={nowMs}
              onOpen={openOrder}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Where a key leads in a list; `null`: nowhere. */
function keyTo(key: string, active: number, total: number): number | null {
  const ways: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: total - 1,
  }
  return ways[key] ?? null
}

const COLUMNS = [
  'number',
  'purchased',
  null,
  'state',
  'carrier',
  'due',
  'updated',
  'amount',
  'payout',
] as const

function Head() {
  const { t } = useTranslation()
  const sort = useStoreOf('desk', (state) => state.sort)
  const sortBy = useStoreOf('desk', (state) => state.sortBy)
  return (
    <div role="rowgroup" className={desk['heads']}>
      <div role="row" className={`${desk['columnHeads']} ${classes['head']}`}>
        {COLUMNS.map((by) =>
          by === null || by === 'carrier' || by === 'payout' ? (
            <div key={by ?? 'items'} role="columnheader">
              {t(`desk.columns.${by ?? 'items'}`)}
            </div>
          ) : (
            <SortHeader key={by} label={t(`desk.columns.${by}`)} by={by} sort={sort} onSort={sortBy} />
          ),
        )}
      </div>
    </div>
  )
}

/** What the list says in place of its rows. */
function Instead() {
  const { t } = useTranslation()
  const error = useStoreOf('desk', (state) => state.error)
  const filter = useStoreOf('desk', (state) => state.filter)
  const clear = useStoreOf('desk', (state) => state.clear)
  const importing = useStoreOf('station', (state) => state.bootstrap?.status.importing ?? null)
  const { screen } = useStores()
  const [, search] = useArchiveSearch()
  const askArchive = () => {
    search(filter.search)
    screen.getState().go('settings', 'archive')
  }
  const all = showsAll(filter)
  return (
    <div className={`${desk['frame']} ${classes['table']}`}>
      {error !== null ? (
        <EmptyState icon={IconPlugConnectedX} tone="stop">
          {wordsOfError(t, error)}
        </EmptyState>
      ) : (
        <>
          <EmptyState icon={IconListSearch}>
            {t(importing !== null && all ? 'queue.empty.importing' : all ? 'queue.empty.all' : 'desk.empty')}
          </EmptyState>
          {!all && (
            <div className={classes['instead']}>
              <p className={classes['quiet']}>{t('desk.archived')}</p>
              <Button onClick={clear}>{t('desk.filters.clear')}</Button>
              <Button variant="default" onClick={askArchive}>
                {t('archive.ask')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
