import { useEffect } from 'react'
import { useStores } from '../../stores/stores'

/** Restores the focus to where it was when the station was locked. */
export function useReturnToWork(): void {
  const { operator } = useStores()
  useEffect(() => {
    let left: Element | null = null
    return operator.subscribe((now, before) => {
      if (now.locked === before.locked) return
      if (now.locked) return void (left = document.activeElement)
      const wanted = left
      left = null
      // After the dialogs, which take the focus as if they had just been opened.
      setTimeout(() => setTimeout(() => wanted instanceof HTMLElement && wanted.focus()))
    })
  }, [operator])
}
