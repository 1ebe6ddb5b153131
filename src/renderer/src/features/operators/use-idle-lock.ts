import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'
import { watchIdle } from './idle'

const MINUTE_MS = 60_000

/** Locks the station when nobody was here for as long as the preferences say. */
export function useIdleLock(): void {
  const minutes = useStoreOf('station', (state) => state.bootstrap?.preferences.lock.idleMinutes ?? 0)
  const people = useStoreOf('operator', (state) => state.signIn?.operators.length ?? 0)
  const locked = useStoreOf('operator', (state) => state.locked)
  const lock = useStoreOf('operator', (state) => state.lock)
  const watched = minutes > 0 && people > 0 && !locked
  useEffect(
    () => (watched ? watchIdle(document, minutes * MINUTE_MS, () => void lock()) : undefined),
    [watched, minutes, lock],
  )
}
