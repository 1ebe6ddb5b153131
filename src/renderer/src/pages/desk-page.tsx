import { NumbersFromFile } from '../features/labels/numbers-dialog'
import { OrdersDeskPage } from '../features/orders-desk/desk-page'

/** The orders, with what other capabilities do with them. */
export function DeskPage() {
  return <OrdersDeskPage tools={<NumbersFromFile />} />
}
