// @ts-check
/**
 * `npm run test:mutants`: breaks one rule of each room after another in a copy, and names the test that fails. Fails
 * if a mutant survives. Arguments after `--` pick mutants by description.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MUTANTS } from '../test/mutants/mutants.mjs'
import { requireOwnNode } from './run-script.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const COPIED = /^(src|test|scripts|package\.json|(vitest|electron\.vite)\.config\.ts|tsconfig.*\.json)$/
const TOO_LONG_MS = 5 * 60_000

requireOwnNode()
const wanted = process.argv[2] ?? ''
const mutants = MUTANTS.filter(({ breaks }) => breaks.includes(wanted))
if (mutants.length === 0) {
  console.error(`no mutant's description contains "${wanted}"`)
  process.exit(2)
}

const copy = mkdtempSync(path.join(tmpdir(), 'packbench-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of readdirSync(ROOT).filter((entry) => COPIED.test(entry)))
  cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))

/** @type {Set<string>} */
const green = new Set()
let survivors = 0
for (const mutant of mutants) {
  for (const test of mutant.by) mustPass(test)
  const killer = killerOf(mutant)
  if (killer === null) survivors += 1
  console.log(killer === null ? `SURVIVED  ${mutant.breaks}` : `killed    ${mutant.breaks}: ${killer}`)
}
console.log(`${mutants.length} mutants, ${mutants.length - survivors} killed, ${survivors} survived`)
process.exitCode = survivors > 0 ? 1 : 0

/**
 * A test that fails without the mutant proves nothing.
 * @param {string} test
 */
function mustPass(test) {
  if (green.has(test)) return
  const { passed, failed, output } = runTest(test)
  if (failed.length > 0 || passed === 0)
    throw new Error(`${test} fails without a mutant: ${failed.join(', ') || output}`)
  green.add(test)
}

/**
 * @param {import('../test/mutants/mutants.mjs').Mutant} mutant
 * @returns the first test that fails because of it, or null
 */
function killerOf({ breaks, file, from, to, by }) {
  const target = path.join(copy, file)
  const source = readFileSync(target, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file}: not once there: ${from}`)
  writeFileSync(
    target,
    source.replace(from, () => to),
  )
  try {
    for (const test of by) {
      const { passed, failed, output } = runTest(test)
      if (passed + failed.length === 0) throw new Error(`"${breaks}" does not even run: ${output}`)
      if (failed[0] !== undefined) return failed[0]
    }
    return null
  } finally {
    writeFileSync(target, source)
  }
}

/** @param {string} test */
function runTest(test) {
  const report = path.join(copy, 'report.json')
  rmSync(report, { force: true })
  const args = ['node_modules/vitest/vitest.mjs', 'run', test, '--reporter=json', `--outputFile=${report}`]
  const run = spawnSync(process.execPath, [...args, '--retry=0'], {
    cwd: copy,
    encoding: 'utf8',
    timeout: TOO_LONG_MS,
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', CI: '' },
  })
  const output = `${run.stdout}${run.stderr}`.slice(-2_000)
  /** @type {{ testResults: { name: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  let results
  try {
    results = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, failed: [], output }
  }
  const tried = results.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${path.basename(name)}: ${fullName}` })),
  )
  const named = (/** @type {string} */ status) =>
    tried.flatMap((test) => (test.status === status ? [test.name] : []))
  return { passed: named('passed').length, failed: named('failed'), output }
}
