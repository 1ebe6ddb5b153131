import { SegmentedControl, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxView } from '../../../../shared/contract/outbox'
import { useStoreOf } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import { wordsOfError } from '../../locales/i18n'
import { OpPage } from './op-page'
import { OpRow } from './op-row'
import classes from './outbox.module.css'

const VIEWS = ['open', 'held', 'all'] as const satisfies readonly OutboxView[]
const ROW_PX = 96

/** Everything confirmed at this station and its outcome, or one operation in full. */
export function OutboxPage() {
  const seq = useStoreOf('op', (state) => state.seq)
  return seq === null ? <ListPage /> : <OpPage key={seq} />
}

function ListPage() {
  const { t } = useTranslation()
  const view = useStoreOf('outbox', (state) => state.view)
  const setView = useStoreOf('outbox', (state) => state.setView)
  const total = useStoreOf('outbox', (state) => state.total)
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <h1 className={classes['title']}>{t('outbox.title')}</h1>
        <SegmentedControl
          aria-label={t('outbox.viewsLabel')}
          data={VIEWS.map((value) => ({ value, label: t(`outbox.views.${value}`) }))}
          value={view}
          onChange={(value) => setView(value)}
        />
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('outbox.count', { count: total })}
        </Text>
      </div>
      <OpList />
    </div>
  )
}

function OpList() {
  const { t } = useTranslation()
  const rows = useStoreOf('outbox', (state) => state)
  const open = useStoreOf('op', (state) => state.open)
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not in use
  const virtual = useVirtualizer({
    count: rows.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show, view } = rows
  useEffect(() => show(first, last), [show, first, last, view])
  useEffect(() => {
    // Back from one operation, the list gets the keyboard again.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={scroller} className={classes['list']} role="list" tabIndex={0} aria-label={t('outbox.list')}>
      {rows.error !== null && <div className={classes['empty']}>{wordsOfError(t, rows.error)}</div>}
      {rows.error === null && rows.total === 0 && (
        <div className={classes['empty']}>{t(`outbox.empty.${rows.view}`)}</div>
      )}
      <div className={classes['sizer']} style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item) => (
          <OpRow
            key={item.key}
            index={item.index}
            top={item.start}
            measure={virtual.measureElement}
            row={rowAt(rows, item.index)}
            onOpen={(seq) => void open(seq)}
          />
        ))}
      </div>
    </div>
  )
}
