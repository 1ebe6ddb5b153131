import {
  elementScroll,
  measureElement,
  useVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { useState, type RefObject } from 'react'

type List = VirtualizerOptions<HTMLDivElement, Element>

/** Rows beyond the visible ones, for a quick turn of the wheel. */
const OVERSCAN = 8

type Props = {
  count: number
  scroller: RefObject<HTMLDivElement | null>
  /** Approximate height of a row. */
  rowPx: number
  /** Approximate height above the list: it decides how many rows are drawn before its size is known. */
  abovePx: number
  /** What stays above the rows inside the list. */
  headPx?: number
}

/**
 * The rows of a long list that exist: those in sight, and once somebody scrolls some around them. Drawn with the first
 * ones, they would make a page come later; drawn after them, they would widen columns under the packer's eyes. The browser
 * is not forced to lay out the page while it is being drawn.
 */
export function useVirtualRows({
  count,
  scroller,
  rowPx,
  abovePx,
  headPx = 0,
}: Props): Virtualizer<HTMLDivElement, Element> {
  const [hasScrolled, setHasScrolled] = useState(false)
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not in use
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: hasScrolled ? OVERSCAN : 0,
    scrollPaddingStart: headPx,
    initialRect: { width: 0, height: window.innerHeight - abovePx },
    observeElementRect: observeRect,
    measureElement: measureOnceLaidOut,
    scrollToFn: scrollIfElsewhere,
    onChange: ({ isScrolling }) => {
      if (isScrolling) setHasScrolled(true)
    },
  })
}

/**
 * Observes the size of the list. The library's own function also measures at once, which lays out a page that is about
 * to change; here the first size comes with the first frame, and until then `initialRect` is used.
 */
const observeRect: List['observeElementRect'] = ({ scrollElement }, tell) => {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) tell({ width: entry.contentRect.width, height: entry.contentRect.height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** A new row counts as high as it is taken for until the browser has laid it out, and tells. */
const measureOnceLaidOut: List['measureElement'] = (row, laidOut, list) => {
  if (laidOut !== undefined) return measureElement(row, laidOut, list)
  const index = list.indexFromElement(row)
  return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index)
}

/** Scrolls unless the list is already there: the library scrolls every new list. */
const scrollIfElsewhere: List['scrollToFn'] = (offset, options, list) => {
  if (offset + (options.adjustments ?? 0) !== (list.scrollOffset ?? 0)) elementScroll(offset, options, list)
}
