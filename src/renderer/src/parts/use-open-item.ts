import { useStores } from '../stores/stores'

/** Shows an item on its own page. */
export function useOpenItem(): (itemNumber: string) => void {
  const { screen, items } = useStores()
  return (itemNumber) => {
    void items.getState().open(itemNumber)
    screen.getState().go('items')
  }
}
