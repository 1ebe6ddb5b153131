import { useCallback } from 'react'
import { isBegun } from '../stores/order-store'
import { ARCHIVE_SEARCH, ITEMS_SHOWN, OPEN_OP, type ItemsShown } from '../stores/shown'
import { useStores } from '../stores/stores'

/** Shows an item on its own page. */
export function useOpenItem(): (itemNumber: string) => void {
  const { screen, reads } = useStores()
  return (itemNumber) => {
    reads.keep(ITEMS_SHOWN, { itemNumber } satisfies ItemsShown)
    screen.getState().go('items')
  }
}

/** Shows an operation on its own page. */
export function useOpenOp(): (seq: number) => void {
  const { screen, reads } = useStores()
  return (seq) => {
    // Changing the page closes an operation that was open there.
    screen.getState().go('outbox')
    reads.keep(OPEN_OP, seq)
  }
}

/** Opens an order by hand. Asks before lines chosen in another one, or its label, are dropped. */
export function useOpenOrder(): (orderId: number) => void {
  const { order, screen } = useStores()
  return useCallback(
    (orderId: number) => {
      const { orderId: present, open, setWanted } = order.getState()
      if (isBegun(order.getState()) && present !== orderId) return setWanted(orderId)
      screen.getState().visit('order')
      void open(orderId)
    },
    [order, screen],
  )
}

/** Looks for something in the archive: what is in no list may have been finished long ago. */
export function useOpenArchive(): (search: string) => void {
  const { screen, reads } = useStores()
  return (search) => {
    reads.keep(ARCHIVE_SEARCH, search)
    screen.getState().go('settings', 'archive')
  }
}
