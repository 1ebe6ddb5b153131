import { useCallback } from 'react'
import { isBegun } from '../stores/order-store'
import { useStores } from '../stores/stores'

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
