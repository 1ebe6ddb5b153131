import { useCallback } from 'react'
import { useStores } from '../stores/stores'

/** Opens an order by hand. Asks before lines chosen in another one are dropped. */
export function useOpenOrder(): (orderId: number) => void {
  const { order, screen } = useStores()
  return useCallback(
    (orderId: number) => {
      const { chosen, orderId: present, open, setWanted } = order.getState()
      if (chosen.size > 0 && present !== orderId) return setWanted(orderId)
      screen.getState().go('order')
      void open(orderId)
    },
    [order, screen],
  )
}
