import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join('.github', 'workflows')

/** Whoever takes over an action could move its tag to other code. */
it.each(readdirSync(FOLDER))('%s names each action by the hash of its commit, and its version', (name) => {
  const used = readFileSync(join(FOLDER, name), 'utf8').match(/uses:.*/g) ?? []
  expect(used.length).toBeGreaterThan(0)
  for (const line of used) expect(line).toMatch(/^uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})
