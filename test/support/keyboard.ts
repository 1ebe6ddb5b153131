import { expect, type Page } from 'playwright/test'

/** A person at the keyboard, who sees where the focus is before pressing the next key. */

/** Presses keys one after the other, each once the page is idle. */
export async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) {
    await atRest(page)
    await page.keyboard.press(key)
  }
}

/** Waits until the page has finished reacting: it listens for keys, and an open dialog has the focus. */
export async function atRest(page: Page) {
  const message = 'the dialog on top must have the focus'
  await expect.poll(() => page.evaluate(focusHasArrived), { message }).toBe(true)
}

/** Runs in the page. */
async function focusHasArrived(): Promise<boolean> {
  // Effects run after a frame is painted; they may set a timer that moves the focus.
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  // A dialog waiting behind the lock has no box.
  const open = [...document.querySelectorAll('[role="dialog"]')].filter((dialog) => dialog.checkVisibility())
  // An error covers them all.
  const top = document.querySelector('dialog[open]') ?? open.at(-1)
  return top === undefined || top.contains(document.activeElement)
}
