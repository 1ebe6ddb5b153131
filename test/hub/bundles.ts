import { afterAll, beforeAll } from 'vitest'
import { bundle, type Bundle } from '../support/bundle'

/**
 * Bundles programs before the tests of the block it is called in, and removes them after these.
 * @param sources paths from the project's folder, by name
 * @returns the bundled files under the same names, once the tests run
 */
export function bundleForTests<Name extends string>(
  sources: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const files: Record<Name, string> = { ...sources }
  const bundled: Bundle[] = []
  beforeAll(async () => {
    for (const name of Object.keys(sources) as Name[]) {
      const made = await bundle(sources[name])
      bundled.push(made)
      files[name] = made.file
    }
  })
  afterAll(() => {
    for (const made of bundled) made.remove()
  })
  return files
}
export const WORLD = { station: 'test/hub/composed-process.ts', market: 'test/hub/market-process.ts' }
