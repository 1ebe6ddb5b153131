import { useStores } from '../../stores/stores'

/** Shows an operation on its own page. */
export function useOpenOp(): (seq: number) => void {
  const { screen, op } = useStores()
  return (seq) => {
    // Going there closes what was open there before.
    screen.getState().go('outbox')
    void op.getState().open(seq)
  }
}
