import {
  isMantineColorScheme,
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
} from '@mantine/core'

/** Where the color scheme is remembered. */

const NAME = 'packbench-colors'
const MAX_AGE_S = 400 * 24 * 3_600

/**
 * Also remembers the choice in a cookie: the browser host's port, and with it the local storage, may differ at every
 * start, while cookies are shared across ports. Electron's own protocol has no cookies, but always the same local
 * storage.
 */
export function colorSchemeManager(): MantineColorSchemeManager {
  const local = localStorageColorSchemeManager({ key: NAME })
  return {
    ...local,
    get(fallback) {
      const kept = new RegExp(`(?:^|; )${NAME}=(\\w+)`).exec(document.cookie)?.[1]
      return isMantineColorScheme(kept) ? kept : local.get(fallback)
    },
    set(scheme) {
      document.cookie = `${NAME}=${scheme}; path=/; max-age=${MAX_AGE_S}; SameSite=Strict`
      local.set(scheme)
    },
  }
}
