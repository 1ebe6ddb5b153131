import { createStore, type StoreApi } from 'zustand/vanilla'

/** Which page is on screen. The order itself lives in the order store, so that a look elsewhere loses nothing. */

export const SCREENS = ['queue', 'order', 'handover', 'items', 'outbox', 'statistics', 'settings'] as const
export type Screen = (typeof SCREENS)[number]

export type ScreenState = { screen: Screen; go(screen: Screen): void }
export type ScreenStore = StoreApi<ScreenState>

export function createScreenStore(): ScreenStore {
  return createStore<ScreenState>()((set) => ({ screen: 'queue', go: (screen) => set({ screen }) }))
}
