import { useStoreOf } from '../../stores/stores'

/** Whether the person may change drafts. All others see them, and can have a supervisor confirm them. */
export function useMayPrepare(): boolean {
  return useStoreOf('operator', (state) => state.signIn?.mayManage ?? true)
}
