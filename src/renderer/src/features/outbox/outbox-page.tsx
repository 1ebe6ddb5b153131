import { Alert, Button, Chip, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxView } from '../../../../shared/contract/outbox'
import { EmptyState } from '../../parts/empty-state'
import { ErrorAlert } from '../../parts/error-alert'
import { KeptAtHub } from '../../parts/kept-at-hub'
import { SortHeader } from '../../parts/sort-header'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import { wordsOfError } from '../../locales/i18n'
import desk from '../../ui/desk.module.css'
import { OpPage } from './op-page'
import { OpRow } from './op-row'
import { opCells, opColumns } from './op-table'
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
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('outbox.title')}</h1>
        <Chip.Group value={view} onChange={(value) => setView(value)}>
          <Group gap="xs" role="radiogroup" aria-label={t('outbox.viewsLabel')}>
            {VIEWS.map((value) => (
              <Chip key={value} value={value}>
                {t(`outbox.views.${value}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('outbox.count', { count: total })}
        </Text>
        <SaveList />
      </div>
      <AtHub />
      <Saved />
      <OpList />
    </div>
  )
}

/** Whether the open operations survive this PC. */
function AtHub() {
  const journal = useStoreOf('station', (state) => state.bootstrap?.lan.hub?.journal ?? null)
  return journal === null ? null : <KeptAtHub journal={journal} className={classes['quiet']} />
}

function SaveList() {
  const { t } = useTranslation()
  const zone = useZone()
  const empty = useStoreOf('outbox', (state) => (state.total ?? 0) === 0)
  const saving = useStoreOf('outbox', (state) => state.saving)
  const saveList = useStoreOf('outbox', (state) => state.saveList)
  const speech = { t, zone }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={saving}
      disabled={empty}
      onClick={() => void saveList(opColumns(speech), (row) => opCells(speech, row))}
    >
      {t('outbox.csv.save')}
    </Button>
  )
}

function Saved() {
  const { t } = useTranslation()
  const saved = useStoreOf('outbox', (state) => state.saved)
  const error = useStoreOf('outbox', (state) => state.saveError)
  return (
    <>
      <ErrorAlert error={error} />
      {saved !== null && (
        <Alert role="status" color="green">
          {saved.rows < saved.total
            ? t('outbox.csv.part', { count: saved.rows, total: saved.total, path: saved.path })
            : t('outbox.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
    </>
  )
}

function Head() {
  const { t } = useTranslation()
  const view = useStoreOf('outbox', (state) => state.view)
  const sort = useStoreOf('outbox', (state) => state.sort)
  const sortBy = useStoreOf('outbox', (state) => state.sortBy)
  // The history is sorted by time alone.
  const head = (by: 'kind' | 'order') =>
    view === 'all' ? (
      <div role="columnheader">{t(`outbox.columns.${by}`)}</div>
    ) : (
      <SortHeader label={t(`outbox.columns.${by}`)} by={by} sort={sort} onSort={sortBy} />
    )
  return (
    <div role="rowgroup">
      <div role="row" className={`${desk['columnHeads']} ${classes['head']}`}>
        {head('kind')}
        {head('order')}
        <div role="columnheader">{t('outbox.columns.state')}</div>
        <SortHeader label={t('outbox.columns.captured')} by="captured" sort={sort} onSort={sortBy} />
        <div role="columnheader">
          <VisuallyHidden>{t('outbox.details')}</VisuallyHidden>
        </div>
      </div>
    </div>
  )
}

function NoRows({ view }: { view: OutboxView }) {
  const { t } = useTranslation()
  const waitsFor = useStoreOf('waits', (state) => state.waitsFor)
  // What is being asked may be in none of them yet.
  if (waitsFor !== null) return <EmptyState icon={IconHourglass}>{t(`status.waits.${waitsFor}`)}</EmptyState>
  return (
    <EmptyState icon={IconCircleCheck} tone={view === 'all' ? 'plain' : 'ok'}>
      {t(`outbox.empty.${view}`)}
    </EmptyState>
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
  const { show, view, sort } = rows
  useEffect(() => show(first, last), [show, first, last, view, sort])
  useEffect(() => {
    // Back from one operation, the list gets the keyboard again.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  if (rows.error !== null || rows.total === 0)
    return (
      <div className={`${desk['frame']} ${classes['list']}`}>
        {rows.error !== null ? (
          <EmptyState icon={IconPlugConnectedX} tone="stop">
            {wordsOfError(t, rows.error)}
          </EmptyState>
        ) : (
          <NoRows view={rows.view} />
        )}
      </div>
    )
  return (
    <div
      className={`${desk['frame']} ${classes['list']}`}
      role="table"
      aria-label={t('outbox.title')}
      aria-rowcount={1 + (rows.total ?? 0)}
    >
      <Head />
      <div
        ref={scroller}
        className={classes['rows']}
        role="rowgroup"
        tabIndex={0}
        aria-label={t('outbox.list')}
      >
        <div className={desk['sizer']} style={{ height: virtual.getTotalSize() }} role="presentation">
          {items.map((item) => (
            <OpRow
              key={item.key}
              index={item.index}
              top={item.start}
              measure={virtual.measureElement}
              row={rowAt(rows, item.index)}
              onOpen={open}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
