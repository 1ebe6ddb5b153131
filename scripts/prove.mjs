// @ts-check
/**
 * `npm run test:soak`, `test:kill`, `test:bulk`, `test:hub`, `test:week` and `test:security`: the long versions of tests that
 * `npm test` runs briefly. Each prints its figures and fails if a rule is broken. Arguments after `--` go to Vitest.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { requireOwnNode } from './run-script.mjs'
import { scratchDir } from './scratch.mjs'

/** @type {Record<string, { files: string[], env: Record<string, string> }>} */
const PROOFS = {
  soak: { files: ['test/property/exactly-once.property.test.ts'], env: { PACKBENCH_SCHEDULES: '10000' } },
  kill: {
    files: ['test/kill/kill.test.ts', 'test/kill/bad-disk.test.ts'],
    env: { PACKBENCH_KILLS: 'every' },
  },
  bulk: { files: ['test/kill/bulk.test.ts'], env: { PACKBENCH_BULK: '5000' } },
  hub: {
    files: ['test/hub/', 'test/contract/hub/'],
    env: { PACKBENCH_HUB_SCHEDULES: '20', PACKBENCH_FULL: '1' },
  },
  security: { files: ['test/security/'], env: { PACKBENCH_MALFORMED: '100000' } },
  week: { files: ['test/week/week.test.ts'], env: { PACKBENCH_WEEK: '7000' } },
}

const [name = '', ...more] = process.argv.slice(2)
const proof = PROOFS[name]
if (proof === undefined) {
  console.error(`unknown proof "${name}": ${Object.keys(PROOFS).join(', ')}`)
  process.exit(2)
}
requireOwnNode()
process.chdir(path.join(import.meta.dirname, '..'))
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...proof.files, '--disable-console-intercept', ...more],
  // The caller's variables win: a seed to replay, another number.
  {
    stdio: 'inherit',
    env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', TMPDIR: scratchDir(), ...proof.env, ...process.env },
  },
)
process.exitCode = run.status ?? 1
