import { Button } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { QueueRow } from '../../../../shared/contract/views'
import { groupOfReason } from '../../../../shared/domain/station/connection-reason'
import { useOpenArchive, useOpenOrder } from '../../parts/use-open'
import { useVirtualRows } from '../../parts/virtual-rows'
import { useStoreOf } from '../../stores/stores'
import type { RowsHeld } from '../../data/rows'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import { QueueRowView } from './queue-row'
import classes from './queue.module.css'

const ROW_PX = 80
/** Approximate height above the list. */
const ABOVE_PX = 200

/** The list of orders; only visible rows exist, and only their pages are fetched. */
export function QueueList({ onKeyDown }: { onKeyDown: (event: KeyboardEvent) => void }) {
  const { t } = useTranslation()
  const { rows, show, active, view, filter, search } = useStoreOf('queue', (state) => state)
  const openOrder = useOpenOrder()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows({ count: rows.total ?? 0, scroller, rowPx: ROW_PX, abovePx: ABOVE_PX })
  const items = virtual.getVirtualItems()
  const keys = keysOf(
    rows,
    items.map(({ index }) => index),
  )
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => show(first, last), [show, first, last, view, filter, search])
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // A new list need not scroll, and asking it to would force a layout.
    if (active > 0 || virtual.scrollOffset) virtual.scrollToIndex(active)
  }, [virtual, active])

  return (
    <div
      ref={scroller}
      className={classes['list']}
      role="listbox"
      tabIndex={0}
      aria-label={t('queue.list')}
      aria-activedescendant={rows.total ? `queue-row-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      {rows.error !== null && <div className={classes['empty']}>{wordsOfError(t, rows.error)}</div>}
      {rows.error === null && rows.total === 0 && <Empty />}
      <div className={classes['sizer']} style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item, place) => (
          <QueueRowView
            key={keys[place]}
            id={`queue-row-${item.index}`}
            top={item.start}
            row={rows.at(item.index)}
            active={item.index === active}
            onOpen={openOrder}
          />
        ))}
      </div>
    </div>
  )
}

/**
 * Keys rows by order: if the list moves while a finger is down, the row moves along, and lifting the finger does not
 * open the order that took its place. Pages fetched at different times may contain the same order.
 */
function keysOf(rows: RowsHeld<QueueRow>, indexes: readonly number[]): string[] {
  const seen = new Set<number>()
  return indexes.map((index) => {
    const orderId = rows.at(index)?.orderId
    if (orderId === undefined || seen.has(orderId)) return `row ${index}`
    seen.add(orderId)
    return `order ${orderId}`
  })
}

/** What is in no list may be an order that was finished long ago. */
function AskArchive({ search }: { search: string }) {
  const { t } = useTranslation()
  const openArchive = useOpenArchive()
  return (
    <div className={classes['emptyStep']}>
      <Button variant="default" onClick={() => openArchive(search)}>
        {t('archive.ask')}
      </Button>
    </div>
  )
}

function Empty() {
  const { t } = useTranslation()
  const view = useStoreOf('queue', (state) => state.view)
  const search = useStoreOf('queue', (state) => state.search)
  const filter = useStoreOf('queue', (state) => state.filter)
  const importing = useStoreOf('station', (state) => state.bootstrap?.status.importing ?? null)
  const reason = useStoreOf('station', (state) => state.bootstrap?.status.noConnection?.reason ?? null)
  const words =
    search !== ''
      ? t('queue.empty.search', { search })
      : filter !== 'any'
        ? t('queue.empty.filter')
        : importing === null
          ? t(`queue.empty.${view}`)
          : reason === null
            ? t('queue.empty.importing')
            : `${t('queue.empty.notConnected')} ${t(`connection.packer.${groupOfReason(reason)}`, { reason })}`
  return (
    <div className={classes['empty']}>
      <div>
        {words}
        {search !== '' && <AskArchive search={search} />}
      </div>
    </div>
  )
}
