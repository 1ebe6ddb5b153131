import { useKept } from '../../parts/use-read'
import { ITEMS_SHOWN, type ItemsShown } from '../../stores/shown'
import { ItemForm } from './form/item-form'
import { ItemPage, type ItemNotes } from './item/item-page'
import { ItemsList } from './list/items-list'
import { CREATED_AS } from './list/use-item-list'

/** The account's items: the list, one item, or the form of a new one. */
export function ItemsPage({ Notes }: { Notes: ItemNotes }) {
  const [shown, setShown] = useKept<ItemsShown>(ITEMS_SHOWN, 'list')
  const [, setCreatedAs] = useKept<string | null>(CREATED_AS, null)
  const show = (next: ItemsShown, createdAs: string | null = null) => {
    setCreatedAs(createdAs)
    setShown(next)
  }
  const showList = () => show('list')
  if (shown === 'list') return <ItemsList onShow={show} />
  if (shown === 'new')
    return <ItemForm onClose={showList} onCreated={(externalId) => show('list', externalId)} />
  return <ItemPage {...shown} onClose={showList} Notes={Notes} />
}
