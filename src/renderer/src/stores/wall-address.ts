import { WALL_PATH } from '../../../shared/domain/station/first-screen'
import type { ScreenStore } from './screen-store'

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
