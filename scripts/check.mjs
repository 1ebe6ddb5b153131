// @ts-check
/** `npm run check`: runs every static check, shows the output of failed ones, and names them. */
import { requireOwnNode, runScript } from './run-script.mjs'

const CHECKS = ['format', 'lint', 'types', 'deps', 'unused']

requireOwnNode()

/** @param {string} name */
function passes(name) {
  const startedAt = performance.now()
  const { code, output } = runScript(name, { quiet: true })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (code !== 0) console.error(output)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return code === 0
}

const failed = CHECKS.filter((name) => !passes(name))
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
