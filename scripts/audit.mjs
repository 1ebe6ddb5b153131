// @ts-check
/**
 * `npm run audit:packages`: whether the registry knows a flaw of a package, and whether each is signed by it. Where the
 * registry does not answer such questions, as many mirrors do not, it says so and passes.
 */
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { requireOwnNode } from './run-script.mjs'

const QUESTIONS = /** @type {const} */ ([
  { what: 'known flaws', args: ['audit', '--json', '--audit-level=high'] },
  { what: 'signatures', args: ['audit', 'signatures', '--json'] },
])
const LONGEST_MS = 60_000

/**
 * @param {(typeof QUESTIONS)[number]['what']} what
 * @param {string} answer JSON as npm prints it
 * @returns {string | null | undefined} what is wrong, `null` for nothing, `undefined` without an answer
 */
export function problemIn(what, answer) {
  const said = parsed(answer)
  if (what === 'signatures') {
    if (!Array.isArray(said.invalid) || !Array.isArray(said.missing)) return undefined
    const wrong = [...said.invalid, ...said.missing].map(({ name, version }) => `${name}@${version}`)
    return wrong.length === 0 ? null : `not signed by the registry: ${wrong.join(', ')}`
  }
  const { vulnerabilities } = said
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) return undefined
  const wrong = Object.entries(vulnerabilities).filter(([, { severity }]) =>
    /^(high|critical)$/.test(severity),
  )
  return wrong.length === 0 ? null : `known flaws: ${wrong.map(([name]) => name).join(', ')}`
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function run() {
  requireOwnNode()
  for (const { what, args } of QUESTIONS) {
    const { stdout } = spawnSync('npm', args, {
      encoding: 'utf8',
      timeout: LONGEST_MS,
      shell: process.platform === 'win32',
      maxBuffer: 2 ** 26,
    })
    const problem = problemIn(what, stdout ?? '')
    if (problem === undefined) {
      console.log(`${what}: not checked, because the registry does not answer`)
      return
    }
    console.log(`${what}: ${problem ?? 'none'}`.replace('signatures: none', 'signatures: ok'))
    if (problem !== null) process.exitCode = 1
  }
}

// Not import.meta.main, which the pinned Node of Apple silicon lacks.
if (process.argv[1] === fileURLToPath(import.meta.url)) run()
