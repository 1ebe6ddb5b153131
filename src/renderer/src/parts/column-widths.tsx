import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from '../locales/i18n'
import { windowMemory } from '../ui/window-memory'
import classes from './table.module.css'

/** The widths that people gave to columns, and the edges that they drag. */

/** In rem by column: type grows with the window, and columns with it. */
export type Widths = Readonly<Record<string, number>>

/** No column of words is narrower, rem. */
export const LEAST_REM = 4
/** Figures may need less. */
const LEAST_KEPT_REM = 1
const MOST_REM = 100

/** Stored, such as `items-1250.carrier-800`, in hundredths; what cannot be read is left out. */
export function readWidths(text: string | null): Widths {
  const entries = (text ?? '').split('.').flatMap((part) => {
    const [, column, hundredths] = /^(\w+)-(\d{1,6})$/.exec(part) ?? []
    const rem = Number(hundredths) / 100
    return column !== undefined && rem >= LEAST_KEPT_REM && rem <= MOST_REM ? [[column, rem] as const] : []
  })
  return Object.fromEntries(entries)
}

export function writeWidths(widths: Widths): string {
  return Object.entries(widths)
    .map(([column, rem]) => `${column}-${Math.round(rem * 100)}`)
    .join('.')
}

/** @param table its name: each keeps its own widths in this window, also after a restart */
export function useWidths(table: string) {
  const memory = windowMemory(`packbench-columns-${table}`)
  const [widths, setWidths] = useState(() => readWidths(memory.read()))
  const keep = (next: Widths) => {
    setWidths(next)
    memory.write(writeWidths(next))
  }
  return {
    widths,
    /** @param px `null` for the usual width */
    resize(column: string, px: number | null) {
      const { [column]: before, ...others } = widths
      if (px !== null)
        keep({ ...others, [column]: Math.min(Math.max(px / remPx(), LEAST_KEPT_REM), MOST_REM) })
      else if (before !== undefined) keep(others)
    },
    resetAll: () => keep({}),
  }
}

/** One rem in this window. */
export function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

const STEP_PX = 16

type Props = {
  column: string
  /** Columns after the title grow to the left, because the title gives them the room. */
  side: 'start' | 'end'
  /** As it is drawn, and within what it may be resized. */
  px: number
  leastPx: number
  mostPx: number
  /** @param px `null` for the usual width */
  onResize: (px: number | null) => void
}

/** The edge between a column and the next: dragged, or moved with the arrow keys. A double click or Enter brings the usual width back. */
export function ColumnEdge({ column, side, px, leastPx, mostPx, onResize }: Props) {
  const { t } = useTranslation()
  const drag = useRef<{ fromX: number; fromPx: number } | null>(null)
  const direction = side === 'end' ? 1 : -1
  const resize = (next: number) => onResize(Math.min(Math.max(next, leastPx), mostPx))
  const move = ({ clientX }: PointerEvent) => {
    if (drag.current !== null) resize(drag.current.fromPx + direction * (clientX - drag.current.fromX))
  }
  const press = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: px - direction * STEP_PX,
      ArrowRight: px + direction * STEP_PX,
      Home: leastPx,
      End: mostPx,
    }[event.key]
    if (next !== undefined) resize(next)
    else if (event.key === 'Enter') onResize(null)
    else return
    event.preventDefault()
  }
  return (
    <div
      role="separator"
      className={`${classes['edge']} ${classes[side]}`}
      aria-orientation="vertical"
      aria-label={t('table.width', { column })}
      aria-valuenow={Math.round(px)}
      aria-valuemin={Math.round(leastPx)}
      aria-valuemax={Math.round(mostPx)}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { fromX: event.clientX, fromPx: px }
      }}
      onPointerMove={move}
      onLostPointerCapture={() => (drag.current = null)}
      onDoubleClick={() => onResize(null)}
      onKeyDown={press}
    />
  )
}
