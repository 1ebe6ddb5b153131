// @ts-check
/** `npm run pictures`: builds, and takes screenshots of every screen into `test/artifacts/screens`. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { requireOwnNode, runScript } from './run-script.mjs'
import { scratchDir } from './scratch.mjs'
import { needWindowBrowser } from './test-machine.mjs'

requireOwnNode()
process.chdir(path.join(import.meta.dirname, '..'))
const { code, output } = runScript('build', { quiet: true })
if (code !== 0) {
  console.error(output)
  process.exit(code)
}
needWindowBrowser()
const run = spawnSync(
  process.execPath,
  // Arguments after `--` go to the runner: a file, or `-g` with part of a test's name.
  [
    'node_modules/playwright/cli.js',
    'test',
    '--project=browser',
    '--grep=@pictures',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PACKBENCH_FULL: '1',
      PACKBENCH_PICTURES: '1',
      TMPDIR: scratchDir(),
    },
  },
)
console.log('The pictures are in test/artifacts/screens')
process.exitCode = run.status ?? 1
