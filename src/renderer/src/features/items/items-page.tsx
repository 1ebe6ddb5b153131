import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'
import { ItemForm } from './item-form'
import { ItemPage, type ItemNotes } from './item-page'
import { ItemsList } from './items-list'

/** The account's items: the list, one item, or the form of a new one. */
export function ItemsPage({ Notes }: { Notes: ItemNotes }) {
  const view = useStoreOf('items', (state) => state.view)
  const watch = useStoreOf('items', (state) => state.watch)
  useEffect(() => watch(), [watch])
  if (view === 'item') return <ItemPage Notes={Notes} />
  if (view === 'new') return <ItemForm />
  return <ItemsList />
}
