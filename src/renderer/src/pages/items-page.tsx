import { ItemInstructions } from '../features/instructions/item-instructions'
import { ItemsPage as Items } from '../features/items/items-page'

/** The items, and what other capabilities have to say about one. */
export function ItemsPage() {
  return <Items Notes={ItemInstructions} />
}
