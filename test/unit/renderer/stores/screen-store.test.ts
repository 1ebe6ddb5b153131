import { describe, expect, it } from 'vitest'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'

describe('leaving a page', () => {
  it('leads to where it was visited from, its section included, and then to the queue', () => {
    const screen = createScreenStore()
    screen.getState().go('settings', 'archive')
    screen.getState().visit('order')
    screen.getState().leave()
    expect(screen.getState()).toMatchObject({ screen: 'settings', section: 'archive' })
    screen.getState().leave()
    expect(screen.getState()).toMatchObject({ screen: 'queue', section: null })
  })

  it('leads to the queue after a scan opened another order there', () => {
    const screen = createScreenStore()
    screen.getState().go('desk')
    screen.getState().visit('order')
    screen.getState().go('order')
    screen.getState().leave()
    expect(screen.getState().screen).toBe('queue')
  })

  it('leads to where the page was visited from, however often it is asked for while it is shown', () => {
    const screen = createScreenStore()
    screen.getState().go('desk')
    screen.getState().visit('order')
    screen.getState().visit('order')
    screen.getState().leave()
    expect(screen.getState().screen).toBe('desk')
  })
})

it('asks for a setting again each time, and no more on the next page', () => {
  const screen = createScreenStore()
  const { go } = screen.getState()
  go('settings', 'camera', 'camera.on')
  const first = screen.getState().setting
  go('settings', 'camera', 'camera.on')
  expect(screen.getState().setting).toEqual({ id: 'camera.on' })
  expect(screen.getState().setting).not.toBe(first)
  go('settings', 'camera')
  expect(screen.getState().setting).toBeNull()
})
