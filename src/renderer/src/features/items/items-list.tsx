import { Alert, Button, Loader, Text } from '@mantine/core'
import {
  IconCategory2,
  IconChevronRight,
  IconChevronsLeft,
  IconHangerOff,
  IconPlus,
  IconRefresh,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { EmptyState } from '../../parts/empty-state'
import { SortHeader } from '../../parts/sort-header'
import { showMinute } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { CreatedRow, ItemRow } from './item-row'
import classes from './items.module.css'
import { ItemsFilter } from './items-filter'
import { SavedItems, SaveItems } from './save-items'

/** A page of the account's items, with new items that wait to be listed above it. */
export function ItemsList() {
  const { t } = useTranslation()
  const list = useStoreOf('items', (state) => state.list)
  const error = useStoreOf('items', (state) => state.listError)
  const busy = useStoreOf('items', (state) => state.busy)
  const nowMs = useNow()
  const nothing = list !== null && list.rows.length + list.created.length === 0
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <h1 className={classes['title']}>{t('items.title')}</h1>
        <Tools />
        <ItemsFilter />
      </div>
      <Notes error={error} />
      <Reading />
      <div className={classes['list']}>
        {nothing ? (
          <EmptyState icon={IconHangerOff}>{t('items.empty')}</EmptyState>
        ) : (
          <div role="table" aria-label={t('items.title')} aria-busy={busy}>
            <Head />
            <div role="rowgroup" aria-label={t('items.list')} onKeyDown={moveFocus}>
              {list?.created.map((row) => (
                <CreatedRow key={row.seq} row={row} />
              ))}
              {list?.rows.map((row) => (
                <ItemRow key={row.itemNumber} row={row} nowMs={nowMs} />
              ))}
            </div>
          </div>
        )}
        {list === null && error === null && (
          <div className={classes['loading']}>
            <Loader aria-label={t('app.loading')} />
          </div>
        )}
      </div>
      <Pages />
    </div>
  )
}

function Head() {
  const { t } = useTranslation()
  const sort = useStoreOf('items', (state) => state.sort)
  const sortBy = useStoreOf('items', (state) => state.sortBy)
  const head = (by: (typeof COLUMNS)[number]) => (
    <SortHeader
      key={by}
      label={t(`items.columns.${by}`)}
      by={by}
      sort={sort}
      onSort={(chosen) => void sortBy(chosen)}
    />
  )
  return (
    <div role="rowgroup" className={classes['heads']}>
      <div role="row" className={classes['columnHeads']}>
        {COLUMNS.map(head)}
      </div>
    </div>
  )
}

const COLUMNS = ['state', 'title', 'updated', 'price'] as const

/** The station can sort and save a list once it has all of it. */
function Reading() {
  const { t } = useTranslation()
  const reading = useStoreOf('items', (state) => state.reading)
  const stop = useStoreOf('items', (state) => state.stopReading)
  if (reading === null) return null
  return (
    <div className={classes['reading']} role="status">
      <Loader size="sm" aria-hidden />
      {t('items.reading', { count: reading })}
      <Button variant="default" onClick={() => void stop()}>
        {t('items.stop')}
      </Button>
    </div>
  )
}

function Tools() {
  const { t } = useTranslation()
  const refresh = useStoreOf('items', (state) => state.refresh)
  const busy = useStoreOf('items', (state) => state.busy)
  const showForm = useStoreOf('items', (state) => state.showForm)
  const go = useStoreOf('screen', (state) => state.go)
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
      <Button variant="default" leftSection={<IconCategory2 aria-hidden />} onClick={() => go('categories')}>
        {t('categories.open')}
      </Button>
      <Button leftSection={<IconPlus aria-hidden />} onClick={showForm}>
        {t('items.new')}
      </Button>
    </div>
  )
}

function Notes({ error }: { error: BridgeError | null }) {
  const { t } = useTranslation()
  const createdAs = useStoreOf('items', (state) => state.createdAs)
  const fromStation = useStoreOf('items', (state) => state.list?.from === 'station')
  return (
    <>
      {createdAs !== null && (
        <Alert role="status" color="green">
          {t('items.form.created', { externalId: createdAs })}
        </Alert>
      )}
      {error !== null && error.fields?.['status'] === undefined && (
        <Alert role="alert" color="red">
          {error.fields?.['page'] === undefined ? wordsOfError(t, error) : t('items.pageRefused')}
        </Alert>
      )}
      <SavedItems />
      {error === null && fromStation && (
        <Alert role="status" color="yellow">
          {t('items.fromStation')}
        </Alert>
      )}
    </>
  )
}

function Pages() {
  const { t } = useTranslation()
  const pageNumber = useStoreOf('items', (state) => state.pageNumber)
  const rows = useStoreOf('items', (state) => state.list?.rows.length ?? null)
  const next = useStoreOf('items', (state) => state.list?.next ?? null)
  const readSince = useStoreOf('items', (state) => (state.sort === null ? null : state.readSince))
  const zone = useZone()
  const busy = useStoreOf('items', (state) => state.busy)
  const firstPage = useStoreOf('items', (state) => state.firstPage)
  const nextPage = useStoreOf('items', (state) => state.nextPage)
  return (
    <div className={classes['pages']}>
      <Text className={classes['quiet'] ?? ''} aria-live="polite">
        {rows === null
          ? ''
          : `${t('items.page', { page: pageNumber })} · ${t('items.count', { count: rows })}`}
        {readSince !== null && ` · ${t('items.readSince', { at: showMinute(readSince, zone) })}`}
      </Text>
      <div className={classes['buttons']}>
        <Button
          variant="default"
          leftSection={<IconChevronsLeft aria-hidden />}
          disabled={pageNumber === 1}
          onClick={() => void firstPage()}
        >
          {t('items.first')}
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight aria-hidden />}
          disabled={next === null || busy}
          onClick={() => void nextPage()}
        >
          {t('items.next')}
        </Button>
      </div>
    </div>
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
