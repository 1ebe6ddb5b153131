import { tmpdir } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { scratchDir } from '../../../scripts/scratch.mjs'

afterEach(() => vi.unstubAllEnvs())

it('is the named folder, or else memory if there is any', () => {
  vi.stubEnv('TMPDIR', '/some/place')
  expect(scratchDir(process.cwd())).toBe('/some/place')
  vi.stubEnv('TMPDIR', undefined)
  expect(scratchDir('/not/there')).toBe(tmpdir())
})
