import { elementScroll, type VirtualizerOptions } from '@tanstack/react-virtual'

/** Measures and scrolls a list without forcing the browser to lay out the page while it is being drawn. */

type List = VirtualizerOptions<HTMLDivElement, Element>

/**
 * Observes the size of the list. The library's own function also measures at once, which lays out a page that is about
 * to change; here the first size comes with the first frame, and until then `initialRect` is used.
 */
export const observeRect: List['observeElementRect'] = ({ scrollElement }, tell) => {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) tell({ width: entry.contentRect.width, height: entry.contentRect.height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Scrolls unless the list is already there: the library scrolls every new list. */
export const scrollIfElsewhere: List['scrollToFn'] = (offset, options, list) => {
  if (offset + (options.adjustments ?? 0) !== (list.scrollOffset ?? 0)) elementScroll(offset, options, list)
}
