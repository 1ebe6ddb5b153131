import { expect, test } from 'playwright/test'
import { watchPages } from '../support/page-watch'

/** The watch that fails the other tests must itself be seen to fail. */

const ADDRESS = 'http://watched.test/'
const CASES = [
  ['an error in the console', `<script>console.error('went wrong')</script>`, /^console: went wrong/],
  [
    'an uncaught error',
    `<script>throw new Error('nobody caught this')</script>`,
    /^page error: .*nobody caught/,
  ],
  [
    'a refused promise',
    `<script>Promise.reject(new Error('left alone'))</script>`,
    /^page error: .*left alone/,
  ],
  ['a violation of the content policy', `<img src="http://elsewhere.test/a.png">`, /CSP violation: img-src/],
] as const

for (const [what, body, complaint] of CASES) {
  test(`notices ${what}`, async ({ page }) => {
    const watch = watchPages()
    await watch.watch(page)
    await page.route(ADDRESS, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': `img-src 'self' data:` },
        body: `<!doctype html><link rel="icon" href="data:,">${body}`,
      }),
    )
    await page.goto(ADDRESS)
    await expect.poll(() => watch.complaints()).toContainEqual(expect.stringMatching(complaint))
    watch.allow(/.*/)
    expect(watch.complaints()).toEqual([])
  })
}
