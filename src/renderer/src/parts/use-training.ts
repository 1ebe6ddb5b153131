import { useStoreOf } from '../stores/stores'

/** Whether this is training mode: the tour never appears with real orders. */
export function useTraining(): boolean {
  return useStoreOf('station', (state) => state.bootstrap?.connection.mode === 'training')
}
