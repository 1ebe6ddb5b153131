// @ts-check
/** Checks the imports between rooms: runs dependency-cruiser over `src` of a folder (default: here). */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

/** @param {string} folder */
async function cruiseFolder(folder) {
  // Paths in the rules start at the folder that holds src.
  process.chdir(folder)
  const { forbidden, options } = config
  const { output } = await cruise(
    ['src'],
    { ...options, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new Error(`dependency-cruiser gave no report: ${output}`)
  const { summary, modules } = output
  return { ...summary, violations: [...summary.violations, ...wrongAtStart(modules)] }
}

/** What is read before the window shows its first list: the bench, and the little that every page has. */
const FEATURES_AT_START = new Set(
  'accounts alarms guide handover leaving operators order outbox queue scan sound'.split(' '),
)
const PACKAGES_AT_START = new Set([
  ...['react', 'react-dom', 'zustand', 'i18next', 'react-i18next', 'luxon', 'gs1-barcode-parser-mod'],
  ...['@mantine/core', '@mantine/hooks', '@tabler/icons-react', '@tanstack/react-virtual'],
])

/**
 * The imports by which the start would read what it does not need: a page of the desk, a package, or zod and the library of
 * forms, which come with import(), after forms/set-up-zod.ts. SECURITY: otherwise zod tries eval, which the window's policy
 * refuses.
 * @param {import('dependency-cruiser').IModule[]} modules
 */
function wrongAtStart(modules) {
  const seen = new Set(['src/renderer/src/main.tsx'])
  /** @type {import('dependency-cruiser').IViolation[]} */
  const found = []
  for (const source of seen)
    for (const { resolved, dynamic, dependencyTypes } of modules.find((module) => module.source === source)
      ?.dependencies ?? []) {
      if (dynamic || dependencyTypes.includes('type-only')) continue
      const name = ruleAgainst(resolved)
      if (name !== null)
        found.push({ type: 'dependency', from: source, to: resolved, rule: { name, severity: 'error' } })
      // The build replaces channels.ts with its values.
      else if (/^src\/(?!shared\/contract\/channels\.ts$)/.test(resolved)) seen.add(resolved)
    }
  return found
}

/** @param {string} file */
function ruleAgainst(file) {
  const [, packageName] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  if (packageName === 'zod' || packageName === '@mantine/form') return 'start: no schemas'
  const [, feature] = /^src\/renderer\/src\/features\/([^/]+)\//.exec(file) ?? []
  const isUnexpected =
    (feature !== undefined && !FEATURES_AT_START.has(feature)) ||
    (packageName !== undefined && !PACKAGES_AT_START.has(packageName))
  return isUnexpected ? 'start: only the bench' : null
}

/**
 * True for a credible run. With a TypeScript that it cannot use, dependency-cruiser sees no modules at all, or only
 * the .js ones, and reports success.
 * @param {import('dependency-cruiser').ISummary} summary
 */
function sawTheHouse(summary) {
  return summary.totalCruised > 0 && (summary.totalDependenciesCruised ?? 0) > 0
}

const summary = await cruiseFolder(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle?.length ? cycle.map((step) => step.name).join(' -> ') : to
  console.error(`${rule.severity} "${rule.name}": ${from}${from === path ? '' : ` -> ${path}`}`)
}
console.log(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} dependencies cruised, ` +
    `${summary.violations.length} violations`,
)
if (!sawTheHouse(summary)) console.error('error: 0 modules or dependencies cruised, so nothing was checked')
if (!sawTheHouse(summary) || summary.violations.length > 0) process.exitCode = 1
