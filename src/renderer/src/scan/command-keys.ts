import { useEffect } from 'react'
import { commandOfKey } from '../../../shared/domain/scanning/command'
import { useScanStores } from './scan-context'

/**
 * The commands' keys, wherever the focus is. While an error blocks, no other key does anything; the scan listener gets
 * keys first, on the document.
 */
export function useCommandKeys(showHelp: () => void): void {
  const { scan, operator } = useScanStores()
  useEffect(() => {
    const root = document.documentElement
    const isBlocked = () => scan.getState().blocked !== null && !operator.getState().locked
    const isCovered = () => scan.getState().blocked !== null || operator.getState().locked
    const onKeyDown = (event: KeyboardEvent) => {
      const { forms } = scan.getState()
      const blocked = isBlocked()
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && forms.length === 0
      const command = enter ? 'confirm' : plain ? commandOfKey(event.key, event.shiftKey) : null
      const help = plain && event.key === 'F1'
      if (!blocked && command === null && !help) return
      swallow(event)
      if (event.repeat) return
      if (command !== null) void scan.getState().command(command, 'key')
      else if (help && !isCovered() && forms.length === 0) showHelp()
    }
    // A button is pressed on key up.
    const onKeyUp = (event: KeyboardEvent) => isBlocked() && swallow(event)
    root.addEventListener('keydown', onKeyDown, { capture: true })
    root.addEventListener('keyup', onKeyUp, { capture: true })
    return () => {
      root.removeEventListener('keydown', onKeyDown, { capture: true })
      root.removeEventListener('keyup', onKeyUp, { capture: true })
    }
  }, [scan, operator, showHelp])
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
