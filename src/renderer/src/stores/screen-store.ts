import { createStore, type StoreApi } from 'zustand/vanilla'
import { WALL_PATH } from '../../../shared/domain/station/first-screen'

/** Which page is on screen. The order itself lives in the order store, so that a look elsewhere loses nothing. */

export const SCREENS = [
  'queue',
  'order',
  'handover',
  'put_wall',
  'desk',
  'items',
  'categories',
  'bulk',
  'outbox',
  'statistics',
  'warehouse',
  'wall',
  'settings',
] as const
export type Screen = (typeof SCREENS)[number]

export type ScreenState = {
  screen: Screen
  /** Which part of a page that has parts, such as the settings; `null` is the first. */
  section: string | null
  /** The setting to show, by the ID of its control. Each time it is asked for, it is another object. */
  setting: { id: string } | null
  go(screen: Screen, section?: string, setting?: string): void
  /** Goes to a page from which `leave` returns to the one that is shown now. */
  visit(screen: Screen): void
  /** Returns to where this page was visited from, or to the queue. */
  leave(): void
  /** Forms with input that is not saved. */
  unsaved: number
  /** A form has input that is not saved. Returns the function that takes that back. */
  holdUnsaved(): () => void
  /** Goes back from the page that is shown, where it has a way back. */
  escape(): void
  /** Says what `escape` does; the last one counts. Returns the function that takes it away again. */
  onEscape(goBack: () => void): () => void
}
type Place = Pick<ScreenState, 'screen' | 'section'>
const QUEUE: Place = { screen: 'queue', section: null }

export type ScreenStore = StoreApi<ScreenState>

/** @param first what the window shows first */
export function createScreenStore(first: Screen = 'queue'): ScreenStore {
  let waysBack: readonly (() => void)[] = []
  let cameFrom: Place = QUEUE
  return createStore<ScreenState>()((set, get) => ({
    screen: first,
    section: null,
    setting: null,
    unsaved: 0,
    holdUnsaved() {
      set(({ unsaved }) => ({ unsaved: unsaved + 1 }))
      return () => set(({ unsaved }) => ({ unsaved: unsaved - 1 }))
    },
    escape: () => waysBack.at(-1)?.(),
    onEscape(goBack) {
      waysBack = [...waysBack, goBack]
      return () => void (waysBack = waysBack.filter((other) => other !== goBack))
    },
    go(screen, section, id) {
      cameFrom = QUEUE
      set({ screen, section: section ?? null, setting: id === undefined ? null : { id } })
    },
    visit(screen) {
      const { screen: shown, section } = get()
      if (shown === screen) return
      cameFrom = { screen: shown, section }
      set({ screen, section: null, setting: null })
    },
    leave() {
      set({ ...cameFrom, setting: null })
      cameFrom = QUEUE
    },
  }))
}

/** A screen in the hall has an address of its own, so that it is shown again after a reload. */
export function isWallShown(): boolean {
  return window.location.pathname === WALL_PATH
}

/** Keeps the window's address in step with what it shows. */
export function followWall(screen: ScreenStore): void {
  screen.subscribe((now, before) => {
    if ((now.screen === 'wall') === (before.screen === 'wall')) return
    window.history.replaceState(null, '', now.screen === 'wall' ? WALL_PATH : '/')
  })
}
