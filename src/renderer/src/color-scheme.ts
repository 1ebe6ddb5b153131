import {
  isMantineColorScheme,
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
} from '@mantine/core'
import { windowMemory } from './ui/window-memory'

/** Where the color scheme is remembered. */

const NAME = 'packbench-colors'

export function colorSchemeManager(): MantineColorSchemeManager {
  const local = localStorageColorSchemeManager({ key: NAME })
  const memory = windowMemory(NAME)
  return {
    ...local,
    get(fallback) {
      const kept = memory.read()
      return isMantineColorScheme(kept) ? kept : fallback
    },
    set: memory.write,
  }
}
