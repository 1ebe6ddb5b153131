import { Alert, Button, Loader } from '@mantine/core'
import { IconCategory2, IconHangerOff, IconPlus, IconRefresh, IconDownload } from '@tabler/icons-react'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../parts/empty-state'
import { ErrorAlert } from '../../parts/error-alert'
import { MeasuredRows } from '../../parts/measured-rows'
import { SortHeader } from '../../parts/sort-header'
import { ageWords } from '../../parts/time/ages'
import { useNow } from '../../parts/time/use-now'
import { useStoreOf, useStores } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { CreatedRow, ItemRow } from './item-row'
import classes from './items.module.css'
import { ItemsFilter } from './items-filter'
import { useZone } from '../../parts/time/use-zone'
import { useSpeech } from '../../parts/use-speech'
import { itemCells, itemColumns } from './item-table'

/** About the height of a row. */
const ROW_PX = 76

/** All of the account's items as they are kept here, with new ones that wait to be listed above them. */
export function ItemsList() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const total = useStoreOf('items', (state) => state.rows.total)
  const waiting = useStoreOf('items', (state) => state.waiting)
  const error = useStoreOf('items', (state) => state.rows.error)
  return (
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('items.title')}</h1>
        <Kept />
        <Tools />
        <ItemsFilter />
      </div>
      <Notes />
      <div className={`${desk['frame']} ${classes['list']}`} ref={scroller}>
        {total === 0 && waiting.length === 0 ? (
          <EmptyState icon={IconHangerOff}>{t('items.empty')}</EmptyState>
        ) : (
          <div role="table" aria-label={t('items.title')} aria-rowcount={(total ?? 0) + waiting.length}>
            <Head />
            <div role="rowgroup" aria-label={t('items.list')} onKeyDown={moveFocus}>
              {waiting.map((row) => (
                <CreatedRow key={row.seq} row={row} />
              ))}
              <Rows scroller={scroller} />
            </div>
          </div>
        )}
        {total === null && error === null && (
          <div className={classes['loading']}>
            <Loader aria-label={t('app.loading')} />
          </div>
        )}
      </div>
    </div>
  )
}

function Rows({ scroller }: { scroller: React.RefObject<HTMLDivElement | null> }) {
  const nowMs = useNow()
  const rows = useStoreOf('items', (state) => state.rows)
  const filter = useStoreOf('items', (state) => state.filter)
  const sort = useStoreOf('items', (state) => state.sort)
  const show = useStoreOf('items', (state) => state.show)
  const list = useMemo(() => ({ filter, sort }), [filter, sort])
  return (
    <MeasuredRows
      scroller={scroller}
      rows={rows}
      rowPx={ROW_PX}
      rowClass={classes['row']}
      list={list}
      show={show}
    >
      {(row) => <ItemRow row={row} nowMs={nowMs} />}
    </MeasuredRows>
  )
}

const COLUMNS = ['state', 'title', 'externalId', 'updated', 'discount', 'price'] as const

function Head() {
  const { t } = useTranslation()
  const sort = useStoreOf('items', (state) => state.sort)
  const sortBy = useStoreOf('items', (state) => state.sortBy)
  return (
    <div role="rowgroup" className={desk['heads']}>
      <div role="row" className={`${desk['columnHeads']} ${classes['columnHeads']}`}>
        {COLUMNS.map((by) => (
          <SortHeader key={by} label={t(`items.columns.${by}`)} by={by} sort={sort} onSort={sortBy} />
        ))}
      </div>
    </div>
  )
}

/** How many items the list has, and how old what it shows is. */
function Kept() {
  const { t } = useTranslation()
  const nowMs = useNow()
  const total = useStoreOf('items', (state) => state.rows.total)
  const kept = useStoreOf('items', (state) => state.kept)
  if (total === null || kept === null) return null
  const { asOf, reading } = kept
  return (
    <p className={classes['quiet']} aria-live="polite">
      {t('items.count', { count: total })}
      {asOf !== null && ` · ${t('items.keptAsOf', { age: ageWords(t, asOf, nowMs) })}`}
      {reading !== null && ` · ${t('items.reading', { count: reading })}`}
    </p>
  )
}

function Tools() {
  const { t } = useTranslation()
  const { screen } = useStores()
  const refresh = useStoreOf('items', (state) => state.refresh)
  const busy = useStoreOf('items', (state) => state.busy)
  const showForm = useStoreOf('items', (state) => state.showForm)
  return (
    <div className={classes['buttons']}>
      <Button
        variant="default"
        leftSection={<IconRefresh aria-hidden />}
        loading={busy}
        onClick={() => void refresh()}
      >
        {t('items.refresh')}
      </Button>
      <SaveItems />
      <Button
        variant="default"
        leftSection={<IconCategory2 aria-hidden />}
        onClick={() => screen.getState().go('categories')}
      >
        {t('categories.open')}
      </Button>
      <Button leftSection={<IconPlus aria-hidden />} onClick={showForm}>
        {t('items.new')}
      </Button>
    </div>
  )
}

function Notes() {
  const { t } = useTranslation()
  const createdAs = useStoreOf('items', (state) => state.createdAs)
  const error = useStoreOf('items', (state) => state.rows.error)
  const refreshError = useStoreOf('items', (state) => state.refreshError)
  return (
    <>
      {createdAs !== null && (
        <Alert role="status" color="green">
          {t('items.form.created', { externalId: createdAs })}
        </Alert>
      )}
      <ErrorAlert error={error} />
      {refreshError !== null && (
        <Alert role="status" color="yellow">
          {t('items.fromStation')}
        </Alert>
      )}
      <SavedItems />
    </>
  )
}

/** Arrow keys go from row to row, as in the list of orders. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = rows.indexOf(event.target as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  event.preventDefault()
}

function SaveItems() {
  const { currency } = useSpeech(null)
  const { t } = useTranslation()
  const zone = useZone()
  const nothing = useStoreOf('items', (state) => (state.rows.total ?? 0) === 0)
  const saving = useStoreOf('items', (state) => state.saving)
  const saveList = useStoreOf('items', (state) => state.saveList)
  const speech = { t, zone, currency }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={nothing}
      loading={saving}
      onClick={() => void saveList(itemColumns(speech), (row) => itemCells(speech, row))}
    >
      {t('items.csv.save')}
    </Button>
  )
}

function SavedItems() {
  const { t } = useTranslation()
  const saved = useStoreOf('items', (state) => state.saved)
  const error = useStoreOf('items', (state) => state.saveError)
  return (
    <>
      <ErrorAlert error={error} />
      {saved !== null && (
        <Alert role="status" color="green">
          {t(saved.more ? 'items.csv.part' : 'items.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
    </>
  )
}
