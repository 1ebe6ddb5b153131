import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, type ReactNode, type RefObject } from 'react'
import desk from '../ui/desk.module.css'
import type { Rows } from './use-rows'

/** Rows beyond the visible ones, for a quick turn of the wheel. */
const OVERSCAN = 8

type Props<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  rows: Rows<Row>
  /** About the height of a row in pixels; each is measured once it is drawn. */
  rowPx: number
  /** Of a row that is not read yet. */
  rowClass: string | undefined
  children: (row: Row) => ReactNode
}

/** Rows of different heights: only those in sight exist, and only their pages are fetched. */
export function MeasuredRows<Row>({ scroller, rows, rowPx, rowClass, children }: Props<Row>) {
  const { list, show } = rows
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not in use
  const virtual = useVirtualizer({
    count: rows.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  })
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => show(first, last), [show, first, last, list])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, list])
  return (
    <div role="presentation" className={desk['sizer']} style={{ height: virtual.getTotalSize() }}>
      {drawn.map(({ index, start, key }) => {
        const row = rows.at(index)
        return (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="presentation"
            className={desk['placed']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {row === undefined ? <div role="row" aria-busy className={rowClass} /> : children(row)}
          </div>
        )
      })}
    </div>
  )
}
