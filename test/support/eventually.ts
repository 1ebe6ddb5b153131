import { vi } from 'vitest'

/** Long enough for a busy machine; a passing test does not wait for it. */
const LONGEST_MS = 15_000

/** Retries until `check` passes; otherwise fails with its last error. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: LONGEST_MS, interval: 20 })
}
