import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'
import { reportActivity } from './activity'

/** Reports activity to main, if idle time locks the station. */
export function useActivity(): void {
  const locks = useStoreOf('station', (state) => (state.bootstrap?.preferences.lock.idleMinutes ?? 0) > 0)
  const people = useStoreOf('operator', (state) => state.signIn?.operators.length ?? 0)
  const locked = useStoreOf('operator', (state) => state.locked)
  const noteActive = useStoreOf('operator', (state) => state.noteActive)
  const watched = locks && people > 0 && !locked
  useEffect(() => (watched ? reportActivity(document, noteActive) : undefined), [watched, noteActive])
}
