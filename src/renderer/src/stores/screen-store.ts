import { createStore, type StoreApi } from 'zustand/vanilla'

/** Which page is on screen. The order itself lives in the order store, so that a look elsewhere loses nothing. */

export const SCREENS = ['queue', 'order', 'handover', 'items', 'outbox', 'statistics', 'settings'] as const
export type Screen = (typeof SCREENS)[number]

export type ScreenState = {
  screen: Screen
  /** Which part of a page that has parts, such as the settings; `null` is the first. */
  section: string | null
  go(screen: Screen, section?: string): void
}
export type ScreenStore = StoreApi<ScreenState>

export function createScreenStore(): ScreenStore {
  return createStore<ScreenState>()((set) => ({
    screen: 'queue',
    section: null,
    go: (screen, section) => set({ screen, section: section ?? null }),
  }))
}
