import axe, { type RuleObject, type RunOptions } from 'axe-core'
import path from 'node:path'
import { expect, type Frame, type Page } from 'playwright/test'
import { FULL_TAG, IS_FULL } from './full'

/** Screenshots for people to judge. */

/** `npm run pictures` runs the tests with this tag. */
export const PICTURES_TAG = '@pictures'

/** The tags of a test that takes screenshots; `inShort`: one of the few that `npm test` also runs. */
export function pictureTags(inShort = false): { tag: string[] } {
  return { tag: inShort ? [PICTURES_TAG] : [PICTURES_TAG, FULL_TAG] }
}

const NARROW = 1280
const FOLDER = path.join(__dirname, '..', 'artifacts', 'screens')

/** Only `npm run pictures` takes them: they are a quarter of what these tests take. */
const IS_TAKEN = process.env['PACKBENCH_PICTURES'] !== undefined

/**
 * Takes the screenshot where it was asked for, and always checks what a picture shows badly or not at all: nothing exceeds the
 * screen's width, and axe finds nothing.
 */
export async function takePicture(page: Page, name: string) {
  if (IS_TAKEN) await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' })
  else await page.evaluate(endAnimations)
  expect(await page.evaluate(wideThings), `wider than their place on ${name}`).toEqual([])
  expect.soft(await page.evaluate(smallTargets), `too small for gloves on ${name}`).toEqual([])
  // The results of axe do not depend on the width, and it takes its time.
  if ((page.viewportSize()?.width ?? 0) <= NARROW)
    expect.soft(await barriers(page), `barriers on ${name}`).toEqual([])
}

/** Runs in the page: ends what fades in or moves, as a screenshot does. */
async function endAnimations(): Promise<void> {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  // What follows from it is there with the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** The screens of a station, in pixels. */
export const SIZES = [
  [1280, 800],
  [1920, 1080],
] as const

/** The rules of axe that a theme may break: `theme-variables.test.ts` proves that it changes nothing else. */
const COLOR_RULES = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }

/**
 * Takes it at both sizes in both themes, ends in the light theme, and restores the size. What `npm test` runs looks
 * once: in the light theme, at the size that it has.
 */
export async function takePictures(page: Page, name: string) {
  if (!IS_TAKEN && !IS_FULL) return takePicture(page, `${name}-light`)
  for (const theme of ['dark', 'light'] as const) {
    // The theme button may be covered by a dialog.
    await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), theme)
    if (theme === 'light' || IS_TAKEN) await takeAtSizes(page, `${name}-${theme}`)
    else {
      await page.evaluate(endAnimations)
      expect.soft(await barriers(page, COLOR_RULES), `barriers on ${name}-${theme}`).toEqual([])
    }
  }
}

/** Takes it at both sizes in the theme that it has, and restores the size. */
export async function takeAtSizes(page: Page, name: string) {
  const before = page.viewportSize()
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await takePicture(page, `${name}-${width}`)
  }
  if (before !== null) await page.setViewportSize(before)
}

/**
 * Accessibility problems, by every rule that axe enables by default. Below a dialog the page is hidden with its
 * heading, so the heading rule does not apply there.
 */
async function barriers(page: Page, only: Pick<RunOptions, 'runOnly'> = {}): Promise<string[]> {
  const hasDialog = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0
  const rules: RuleObject = hasDialog ? { 'page-has-heading-one': { enabled: false } } : {}
  for (const frame of page.frames()) await loadAxe(frame)
  const { violations } = await page.evaluate((options) => (window as unknown as WithAxe).axe.run(options), {
    rules,
    resultTypes: ['violations' as const],
    ...only,
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !isFloating(target))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

type WithAxe = { axe: typeof axe }

/** Loads axe into the page once, unlike its Playwright builder, which takes 1.5 s for each picture. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** A select's list opens outside all landmarks; it is read with its field. */
function isFloating(target: unknown): boolean {
  return JSON.stringify(target).includes('data-portal')
}

/**
 * Runs in the page: elements that scroll sideways, exceed the window, or truncate text without a title that has it, and
 * forms whose button is out of view.
 */
function wideThings(): string[] {
  const describe = (element: Element) =>
    `${element.tagName} ${element.className} "${(element.textContent ?? '').slice(0, 40)}"`
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const scrolls = ['auto', 'scroll'].includes(style.overflowX) || element === document.documentElement
    if (scrolls && element.scrollWidth > element.clientWidth) found.push(`scrolls: ${describe(element)}`)
    const onOneLine = style.whiteSpace === 'nowrap' && style.overflowX === 'hidden'
    // Content for screen readers only takes a single pixel.
    const seen = element.clientWidth > 1
    if (
      seen &&
      onOneLine &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.hasAttribute('title')
    ) {
      found.push(`cut: ${describe(element)}`)
    }
    // The band is read from a meter away, where no title helps.
    const inBand = element.closest('[data-level]') !== null && style.overflowY === 'hidden'
    const overflows =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    if (inBand && element.clientHeight > 4 && overflows) found.push(`cut in the band: ${describe(element)}`)
    if (element.getBoundingClientRect().right > window.innerWidth + 1) {
      found.push(`beyond the window: ${describe(element)}`)
    }
  }
  for (const button of document.querySelectorAll('[role=dialog] [type=submit]')) {
    const place = button.closest('[role=dialog]')?.getBoundingClientRect()
    if (place !== undefined && button.getBoundingClientRect().bottom > place.bottom) {
      found.push(`out of sight: ${describe(button)}`)
    }
  }
  return found
}

/**
 * Runs in the page: controls that a finger misses when 21 px off the middle. Labels and rows that toggle a checkbox
 * count as part of it.
 */
function smallTargets(): string[] {
  const OFF = 21
  const touched =
    'button, a[href], input, textarea, select, summary, [role=tab], [role=option], [role=slider]'
  const isScrolledAway = (element: Element, y: number) => {
    for (let above = element.parentElement; above !== null; above = above.parentElement) {
      const { top, bottom } = above.getBoundingClientRect()
      if (getComputedStyle(above).overflowY !== 'visible' && (y < top || y > bottom)) return true
    }
    return y < 0 || y > window.innerHeight
  }
  const hits = (element: Element, x: number, y: number) => {
    if (isScrolledAway(element, y)) return true
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    const row = element.closest('[class*=packable], label')
    return (
      hit === null ||
      element.contains(hit) ||
      (label instanceof HTMLLabelElement && label.control === element) ||
      row?.contains(hit) === true
    )
  }
  const found: string[] = []
  for (const element of document.querySelectorAll(touched)) {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    const seen = element.checkVisibility({ visibilityProperty: true }) && height > 1
    const small = height < 2 * OFF + 1 || width < 2 * OFF + 1
    if (!seen || !small || element.matches(':disabled')) continue
    if (isScrolledAway(element, middleY) || !hits(element, middleX, middleY)) continue
    // A checkbox's label is at one side of it.
    const above =
      height < 2 * OFF + 1 &&
      !(hits(element, middleX, middleY - OFF) && hits(element, middleX, middleY + OFF))
    const beside =
      width < 2 * OFF + 1 && !(hits(element, middleX - OFF, middleY) || hits(element, middleX + OFF, middleY))
    if (above || beside) found.push(`${element.outerHTML.slice(0, 160)}: ${width} x ${height}`)
  }
  return found
}
