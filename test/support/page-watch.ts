import type { Page } from 'playwright/test'

/** Records every problem that a page reports, so that a test fails on those that nobody looked at. */
export type PageWatch = {
  watch(page: Page): Promise<void>
  /** Matching problems are expected, from now on and before. */
  allow(pattern: RegExp): void
  complaints(): string[]
}

export function watchPages(): PageWatch {
  const noted: string[] = []
  const allowed: RegExp[] = []
  return {
    watch: async (page) => {
      // Reported by name: Chromium's own console message for a refusal changes with its version.
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`CSP violation: ${event.effectiveDirective} refused ${event.blockedURI}`)
        })
      })
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        noted.push(`console: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => noted.push(`page error: ${error.stack ?? error.message}`))
      page.on('crash', () => noted.push('the page crashed'))
    },
    allow: (pattern) => allowed.push(pattern),
    complaints: () => noted.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
  }
}
