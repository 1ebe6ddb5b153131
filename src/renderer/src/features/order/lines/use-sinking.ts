import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useStoreOf } from '../../../stores/stores'

/** Keeps keyboard focus and scroll position useful in the list of lines. */

/** The enabled checkboxes, from top to bottom. */
export function freeBoxes(list: HTMLElement): HTMLInputElement[] {
  return [...list.querySelectorAll<HTMLInputElement>(FREE_BOX)]
}

const FREE_BOX = 'input[type=checkbox]:not(:disabled)'

/** Focuses the first item, unless the packer has focused something already. */
export function useFirstFocus(list: RefObject<HTMLElement | null>, orderId: number): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLInputElement>(FREE_BOX)?.focus({ preventScroll: true })
  }, [list, orderId])
}

/** After a scan, scrolls to the next expected lines and keeps the focus on a checkbox that sank. */
export function useSinking(list: RefObject<HTMLElement | null>): void {
  const scanned = useStoreOf('order', (state) => state.scanned)
  const focusedLine = useRef<string | null>(null)
  const scrolledAway = useRef<Element | null>(null)
  useEffect(() => {
    const isHere = (node: EventTarget | null) => list.current?.contains(node as Node) === true
    const onFocus = ({ target }: FocusEvent) => {
      focusedLine.current = isHere(target) ? ((target as HTMLElement).dataset['line'] ?? null) : null
    }
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.contains(list.current)) return
      scrolledAway.current = target.scrollTop > 0 ? target : null
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [list])
  useLayoutEffect(() => {
    if (scanned.size === 0) return
    if (focusedLine.current !== null && document.activeElement === document.body) {
      const box = list.current?.querySelector<HTMLElement>(`[data-line="${focusedLine.current}"]`)
      box?.focus({ preventScroll: true })
    }
    // Only if it has scrolled: reading the position forces a layout, which delays the answer to the scan.
    scrolledAway.current?.scrollTo({ top: 0 })
    scrolledAway.current = null
  }, [list, scanned])
}
