import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'
import { ItemForm } from './item-form'
import { ItemPage } from './item-page'
import { ItemsList } from './items-list'

/** The account's items: the list, one item, or the form of a new one. */
export function ItemsPage() {
  const view = useStoreOf('items', (state) => state.view)
  const watch = useStoreOf('items', (state) => state.watch)
  useEffect(() => watch(), [watch])
  if (view === 'item') return <ItemPage />
  if (view === 'new') return <ItemForm />
  return <ItemsList />
}
