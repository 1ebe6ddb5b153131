import { OneBox } from '../features/boxes/one-box'
import { InSlot } from '../features/put-wall/in-slot'
import type { OrderView } from '../../../shared/contract/views'

/** What other capabilities have to say about the order on the bench. */
export function OrderNotes({ order }: { order: OrderView }) {
  return (
    <>
      <InSlot order={order} />
      <OneBox order={order} />
    </>
  )
}
