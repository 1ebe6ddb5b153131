import { useStoreOf } from '../stores/stores'

/** Whether this is training mode: nothing of the tour is ever seen beside real orders. */
export function useTraining(): boolean {
  return useStoreOf('station', (state) => state.bootstrap?.connection.mode === 'training')
}
