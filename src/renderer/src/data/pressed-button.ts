import type { Pressed, WaitDeps } from './waits'

const BUTTON = 'button, [role="button"], [role="menuitem"], [role="option"], input[type="checkbox"]'
/** In the style sheet it draws a spinner; screen readers are told by `aria-busy`. */
const WAITS = 'data-waits'

/** The window's timers, and the button that is being pressed: by mouse, touch, Enter or Space, each ends in a click. */
export function windowWaits(page: Document): WaitDeps {
  let pressed: Pressed | null = null
  /** Whatever is asked until the next task of the event loop. */
  const press = (button: Pressed | null): void => {
    pressed = button
    setTimeout(() => {
      if (pressed === button) pressed = null
    })
  }
  const waiting = new Map<Element, number>()
  const count = (button: Element, by: number): void => {
    const calls = (waiting.get(button) ?? 0) + by
    if (calls > 0) waiting.set(button, calls)
    else waiting.delete(button)
    button.toggleAttribute(WAITS, calls > 0)
    if (calls > 0) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
  }
  const pressOf = (button: Element): Pressed => {
    const itself: Pressed = {
      wait() {
        count(button, 1)
        return () => count(button, -1)
      },
      answered: () => press(itself),
    }
    return itself
  }
  page.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest(BUTTON) : null
      press(button === null ? null : pressOf(button))
    },
    true,
  )
  return {
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    pressed: () => pressed,
  }
}
