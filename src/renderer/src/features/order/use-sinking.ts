import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useStoreOf } from '../../stores/stores'

/** Where the keyboard and the eye are in the list of lines. */

/** The boxes that can be ticked, from top to bottom. */
export function freeBoxes(list: HTMLElement): HTMLInputElement[] {
  return [...list.querySelectorAll<HTMLInputElement>(FREE_BOX)]
}

const FREE_BOX = 'input[type=checkbox]:not(:disabled)'

/** The keyboard begins at the first item, unless the packer is somewhere already. */
export function useFirstFocus(list: RefObject<HTMLElement | null>, orderId: number): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLInputElement>(FREE_BOX)?.focus({ preventScroll: true })
  }, [list, orderId])
}

/** After a scan the next expected lines are in sight, and a box that sank keeps the keyboard. */
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
    // Only when it is: asking where it is makes the browser lay out the page, and the answer to the scan wait.
    scrolledAway.current?.scrollTo({ top: 0 })
    scrolledAway.current = null
  }, [list, scanned])
}
