import { useStores } from '../stores/stores'

/** Shows an operation on its own page. */
export function useOpenOp(): (seq: number) => void {
  const { screen, op } = useStores()
  return (seq) => {
    // Changing the page closes an operation that was open there.
    screen.getState().go('outbox')
    void op.getState().open(seq)
  }
}
