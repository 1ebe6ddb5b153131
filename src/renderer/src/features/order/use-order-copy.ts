import { useEffect, useState } from 'react'
import type { OrderCopy } from '../../../../shared/contract/copy-views'
import type { Result } from '../../../../shared/contract/result'
import type { OrderView } from '../../../../shared/contract/views'
import { useStoreOf } from '../../stores/stores'

/** What the marketplace last sent of the order; `null` until it is read, and read again whenever the order changes. */
export function useOrderCopy(order: OrderView): Result<OrderCopy> | null {
  const readCopy = useStoreOf('order', (state) => state.readCopy)
  const [answer, setAnswer] = useState<Result<OrderCopy> | null>(null)
  useEffect(() => {
    let current = true
    void readCopy(order.orderId).then((fresh) => current && setAnswer(fresh))
    return () => {
      current = false
    }
  }, [readCopy, order])
  return answer
}
