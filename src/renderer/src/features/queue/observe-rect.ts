import { elementScroll, type VirtualizerOptions } from '@tanstack/react-virtual'

/** How a list learns of its place on the screen without making the browser lay out the page while it is being drawn. */

type List = VirtualizerOptions<HTMLDivElement, Element>

/**
 * Follows the size of the list. The library's own function also measures at once, for which the browser lays out a page
 * that is about to change; here the first size comes with the first frame, and until then `initialRect` holds.
 */
export const observeRect: List['observeElementRect'] = ({ scrollElement }, tell) => {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) tell({ width: entry.contentRect.width, height: entry.contentRect.height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Scrolls, but not to where the list is: the library says so of every new list. */
export const scrollIfElsewhere: List['scrollToFn'] = (offset, options, list) => {
  if (offset + (options.adjustments ?? 0) !== (list.scrollOffset ?? 0)) elementScroll(offset, options, list)
}
