import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { wordsOfError, useTranslation } from '../locales/i18n'
import desk from '../ui/desk.module.css'
import { ColumnEdge, LEAST_REM, remPx, useWidths } from './column-widths'
import { EmptyState } from './empty-state'
import { ErrorAlert } from './error-alert'
import classes from './table.module.css'
import { useKept } from './use-read'
import type { Rows } from './use-rows'
import { useVirtualRows } from './virtual-rows'

/** The table of every long list: rows on one line each, of which only those in sight exist and are read. */

export type Sort<By extends string> = { by: By; descending: boolean }

export type Column<Row, By extends string = never> = {
  head: string
  /** The head is for screen readers only. */
  isHeadUnseen?: boolean
  /** What its head sorts the list by; without it, it does not. */
  sortBy?: By
  /** Pressed first, it begins with the largest. */
  descendsFirst?: boolean
  /** Figures end at the same place, and are never cut. */
  isFigure?: boolean
  /** Only where there is room: in a wide window. */
  isExtra?: boolean
  /** It says of every row what the page says of all. */
  isSaid?: boolean
  cell: (row: Row) => ReactNode
  /**
   * The text of a cell that may be cut where there is no room for it. All others are as wide as what they say, until
   * somebody makes their column narrower.
   */
  full?: (row: Row) => string
}

type Props<Row, By extends string, Name extends string> = {
  /** What its place is kept by until the page is opened again, and its widths for good. */
  name: string
  /** Of the table, and of its rows alone. */
  label: string
  listLabel: string
  columns: Readonly<Record<Name, Column<Row, By>>>
  /** The column that takes the room that the others leave. */
  title: NoInfer<Name>
  rows: Rows<Row>
  sort?: Sort<By>
  onSort?: (sort: Sort<By>) => void
  onOpen?: (row: Row) => void
  tone?: (row: Row) => 'stop' | 'warn' | 'quiet' | undefined
  /** In place of a list without rows. */
  empty: ReactNode
  /** `total` is how many there are, not only how many were found so far. */
  isCounted?: boolean
  /** Part of a page that scrolls, not its end. */
  isPart?: boolean
}

const ROW_PX = 48
/** At least; it grows with the size of type. */
const HEAD_PX = 44
/** About the height of what is above the table. */
const ABOVE_PX = 160
/** The title keeps at least so much, rem. */
const TITLE_REM = 8
/** Rows that a press of Page Down goes on by. */
const PAGE = 10

export function Table<Row, By extends string, Name extends string>(props: Props<Row, By, Name>) {
  const { t } = useTranslation()
  const { rows, empty, isPart = false } = props
  const frame = `${isPart ? classes['part'] : desk['frame']} ${classes['frame']}`
  if (rows.total === null && rows.error !== null)
    return (
      <div className={frame}>
        <EmptyState icon={IconPlugConnectedX} tone="stop">
          {wordsOfError(t, rows.error)}
        </EmptyState>
        <div className={classes['instead']}>
          <Button variant="default" onClick={() => void rows.again()}>
            {t('app.retry')}
          </Button>
        </div>
      </div>
    )
  if (rows.total === 0) return <div className={frame}>{empty}</div>
  return (
    <>
      <ErrorAlert error={rows.error} />
      <Grid {...props} frame={frame} />
    </>
  )
}

function Grid<Row, By extends string, Name extends string>({
  frame,
  name,
  label,
  listLabel,
  columns: described,
  title,
  rows,
  sort,
  onSort,
  onOpen,
  tone,
  isCounted = true,
}: Props<Row, By, Name> & { frame: string }) {
  const { t } = useTranslation()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false })
  const { widths: given, resize, resetAll } = useWidths(name)
  const givenNames = Object.keys(given).join(' ')
  // The same as long as it only changes how wide they are.
  const columns = useMemo(
    () =>
      (Object.keys(described) as Name[])
        .map((key) => ({
          key,
          ...described[key],
          isGiven: key !== title && givenNames.split(' ').includes(key),
        }))
        .filter(({ isExtra, isSaid }) => isSaid !== true && (isWide || isExtra !== true)),
    [described, isWide, title, givenNames],
  )
  const { list, show, total } = rows
  const [place, setPlace] = useKept(`row of ${name}`, { list, index: 0 })
  const last = Math.max(0, (total ?? 1) - 1)
  const active = place.list === list ? Math.min(place.index, last) : 0
  const setActive = (index: number) => setPlace({ list, index: Math.max(0, Math.min(index, last)) })
  const virtual = useVirtualRows({
    count: total ?? 0,
    scroller,
    rowPx: ROW_PX,
    abovePx: ABOVE_PX,
    headPx: HEAD_PX,
  })
  const items = virtual.getVirtualItems()
  const [top, end] = [items[0], items.at(-1)]
  const [from, to] = [top?.index ?? 0, end?.index ?? 0]
  useEffect(() => show(from, to), [show, from, to])
  useEffect(() => {
    if (active > 0) virtual.scrollToIndex(active)
    else scroller.current?.scrollTo({ top: 0 })
  }, [virtual, active, list])
  useEffect(() => {
    // Back from what was opened, the list gets the keyboard again.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  const heads = useRef<HTMLDivElement>(null)
  const drawn = useDrawn(
    heads,
    `${list} ${columns.map(({ key }) => key).join()}`,
    virtual.scrollRect?.width ?? 0,
    columns.map(({ isGiven }) => isGiven),
  )
  const rem = remPx()
  const titleAt = columns.findIndex(({ key }) => key === title)
  const sparePx = Math.max(0, (drawn.px[titleAt] ?? 0) - TITLE_REM * rem)
  const open = (index: number) => {
    const row = rows.at(index)
    if (row === undefined || onOpen === undefined) return
    setActive(index)
    onOpen(row)
  }
  const reset = () => {
    // The button goes away with the keyboard.
    scroller.current?.focus()
    resetAll()
  }
  const press = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a, button') !== null) return
    const line = target.closest<HTMLElement>('[data-index]')
    if (line !== null) open(Number(line.dataset['index']))
  }
  const pressKey = (event: KeyboardEvent) => {
    // A head or a button that has the keyboard keeps its own keys.
    if (event.target !== event.currentTarget) return
    const next = keyTo(event.key, active, last)
    if (event.key === 'Enter') open(active)
    if (next !== null) setActive(next)
    if (next !== null || event.key === 'Enter') event.preventDefault()
  }
  const tracks = columns.map(({ key, full, isFigure }, index) => {
    if (key === title) return `minmax(${TITLE_REM}rem, 1fr)`
    // The inset of a row belongs to the tracks at its ends.
    const track = (width: number) =>
      index === 0 || index === columns.length - 1 ? `calc(${width}rem + var(--inset))` : `${width}rem`
    const least = track(LEAST_REM)
    const width = given[key]
    if (width === undefined) return full === undefined ? 'max-content' : `minmax(${least}, max-content)`
    // It shrinks where the window is narrower, so that the table never has to scroll sideways.
    return `minmax(${isFigure === true ? 'max-content' : least}, ${track(width)})`
  })
  return (
    <div
      ref={scroller}
      className={`${frame} ${classes['scroller']}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={isCounted ? 1 + (total ?? 0) : -1}
      aria-busy={total === null}
      aria-activedescendant={total === null ? undefined : `${id}-${active}`}
      onKeyDown={pressKey}
    >
      <div className={classes['grid']} role="presentation" style={{ gridTemplateColumns: tracks.join(' ') }}>
        <div role="rowgroup" className={`${classes['group']} ${classes['heads']}`}>
          <div ref={heads} role="row" className={`${classes['group']} ${classes['head']}`}>
            {columns.map((column, index) => (
              <Head
                key={column.key}
                column={column}
                minWidth={column.key === title || column.isGiven ? 0 : (drawn.widest[index] ?? 0)}
                sort={sort}
                onSort={onSort}
              >
                {column.key === title ? (
                  columns.some(({ isGiven }) => isGiven) && <ResetWidths onPress={reset} />
                ) : (
                  <ColumnEdge
                    column={column.head}
                    side={index < titleAt ? 'end' : 'start'}
                    px={drawn.px[index] ?? 0}
                    leastPx={column.isFigure === true ? (drawn.widest[index] ?? 0) : LEAST_REM * rem}
                    mostPx={(drawn.px[index] ?? 0) + sparePx}
                    onResize={(px) => resize(column.key, px)}
                  />
                )}
              </Head>
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          aria-label={listLabel}
          className={classes['group']}
          style={{ paddingTop: top?.start ?? 0, paddingBottom: virtual.getTotalSize() - (end?.end ?? 0) }}
          onClick={press}
        >
          {items.map(({ key, index }) => {
            const row = rows.at(index)
            return (
              <Line
                key={key}
                measure={virtual.measureElement}
                id={`${id}-${index}`}
                index={index}
                row={row}
                columns={columns}
                title={title}
                tone={row === undefined ? undefined : tone?.(row)}
                isActive={index === active}
                opens={onOpen !== undefined}
              />
            )
          })}
        </div>
      </div>
      {total === null && (
        <div className={classes['loading']}>
          <Loader aria-label={t('app.loading')} />
        </div>
      )}
    </div>
  )
}

type LineProps<Row, By extends string> = {
  measure: (line: Element | null) => void
  id: string
  index: number
  /** `undefined` while it is being fetched. */
  row: Row | undefined
  columns: readonly (Column<Row, By> & { key: string; isGiven: boolean })[]
  title: string
  tone: 'stop' | 'warn' | 'quiet' | undefined
  isActive: boolean
  opens: boolean
}

/** Drawn again only when it shows something else: the table is at each turn of the wheel. */
const Line = memo(function Line<Row, By extends string>(props: LineProps<Row, By>) {
  const { measure, id, index, row, columns, title, tone, isActive, opens } = props
  const { t } = useTranslation()
  return (
    <div
      ref={measure}
      id={id}
      data-index={index}
      data-tone={tone}
      role="row"
      // The head of the table is the first row.
      aria-rowindex={index + 2}
      aria-selected={isActive}
      aria-busy={row === undefined}
      className={`${classes['group']} ${classes['row']} ${opens ? classes['opens'] : ''}`}
    >
      {row === undefined ? (
        <div role="gridcell" aria-colspan={columns.length} className={classes['coming']}>
          {t('queue.loadingRow')}
        </div>
      ) : (
        columns.map(({ key, cell, full, isFigure, isGiven }) => (
          <div
            key={key}
            role="gridcell"
            data-title={key === title || undefined}
            data-given={isGiven || undefined}
            title={full?.(row)}
            className={`${classes['cell']} ${full === undefined ? '' : classes['cut']} ${isFigure === true ? classes['figure'] : ''}`}
            onMouseEnter={full === undefined && isGiven ? showWhole : undefined}
          >
            {cell(row)}
          </div>
        ))
      )}
    </div>
  )
}) as <Row, By extends string>(props: LineProps<Row, By>) => ReactNode

/** Where a key leads in a list; `null`: nowhere. */
function keyTo(key: string, active: number, last: number): number | null {
  const ways: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: last,
  }
  return ways[key] ?? null
}

/** The whole text of a cell whose column somebody made too narrow for it. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
}

type Drawn = { px: readonly number[]; widest: readonly number[] }
const NOT_DRAWN: Drawn = { px: [], widest: [] }

/**
 * The width of each column, and the greatest that its content has had: as other rows come into sight, columns grow, but never
 * jump back and forth.
 * @param of what they are of @param within the width of the table in pixels; 0 until it is known
 * @param isGiven whether somebody gave the column its width, which says nothing of its content
 */
function useDrawn(
  heads: RefObject<HTMLDivElement | null>,
  of: string,
  within: number,
  isGiven: readonly boolean[],
): Drawn {
  const [held, setHeld] = useState({ of, within, ...NOT_DRAWN })
  const holds = held.of === of && (held.within === within || held.within === 0)
  const { px, widest } = holds ? held : NOT_DRAWN
  // After each drawing: what is in the cells is not known otherwise. It comes to an end once nothing changes.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const now = [...(heads.current?.children ?? [])].map((head) => head.getBoundingClientRect().width)
    const isSame = now.every((width, index) => Math.abs(width - (px[index] ?? 0)) <= 0.5)
    if (isSame && held.within === within) return
    // Measured before it is painted.
    setHeld({
      of,
      within,
      px: now,
      widest: now.map((width, index) => Math.max(isGiven[index] === true ? 0 : width, widest[index] ?? 0)),
    })
  })
  return { px, widest }
}

function ResetWidths({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  const words = t('table.usualWidths')
  return (
    <button type="button" className={classes['reset']} title={words} aria-label={words} onClick={onPress}>
      <IconArrowAutofitWidth size={20} aria-hidden />
    </button>
  )
}

type HeadProps<Row, By extends string> = {
  column: Column<Row, By>
  minWidth: number
  sort: Sort<By> | undefined
  onSort: ((sort: Sort<By>) => void) | undefined
  /** What changes its width. */
  children: ReactNode
}

function Head<Row, By extends string>({ column, minWidth, sort, onSort, children }: HeadProps<Row, By>) {
  const { head, sortBy, descendsFirst = false, isFigure = false, isHeadUnseen = false } = column
  const isSorted = sortBy !== undefined && onSort !== undefined
  const sorted = isSorted && sort?.by === sortBy ? sort : null
  const Icon = sorted === null ? IconArrowsSort : sorted.descending ? IconArrowDown : IconArrowUp
  const words = (
    <span className={classes['words']} title={head}>
      {head}
    </span>
  )
  return (
    <div
      role="columnheader"
      // What changes its width is no part of its name.
      aria-label={head}
      className={`${classes['columnHead']} ${isFigure ? classes['figure'] : ''}`}
      style={{ minWidth }}
      aria-sort={
        !isSorted ? undefined : sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'
      }
    >
      {isSorted ? (
        <button
          type="button"
          className={`${classes['sort']} ${sorted === null ? '' : classes['sorted']}`}
          onClick={() =>
            onSort({ by: sortBy, descending: sorted === null ? descendsFirst : !sorted.descending })
          }
        >
          {words}
          <Icon size={16} aria-hidden />
        </button>
      ) : isHeadUnseen ? (
        <VisuallyHidden>{head}</VisuallyHidden>
      ) : (
        words
      )}
      {children}
    </div>
  )
}
