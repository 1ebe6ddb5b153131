import { useStoreOf } from '../../stores/stores'

/** Whether to ask how to begin: the station is new, and nobody has answered here before. */
export function useWelcome(): boolean {
  const isNew = useStoreOf('station', ({ bootstrap }) => {
    if (bootstrap === null) return false
    return bootstrap.connection.firstStart && bootstrap.connection.mode === 'training'
  })
  const unanswered = useStoreOf('tour', (state) => state.phase === 'offered')
  // The lock screen comes first, and only those who may connect are asked.
  const mayAnswer = useStoreOf('operator', ({ locked, signIn }) => !locked && (signIn?.mayManage ?? true))
  return isNew && unanswered && mayAnswer
}
