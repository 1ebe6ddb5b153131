// @ts-check
/** Checks the imports between rooms: runs dependency-cruiser over `src` of a folder (default: here). */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

/** @param {string} folder */
async function cruiseFolder(folder) {
  const { forbidden, options } = config
  const before = process.cwd()
  // Paths in the rules start at the folder that holds src.
  process.chdir(folder)
  const { output } = await cruise(
    ['src'],
    { ...options, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  ).finally(() => process.chdir(before))
  if (typeof output === 'string') throw new Error(`dependency-cruiser gave no report: ${output}`)
  const { summary, modules } = output
  return { ...summary, violations: [...summary.violations, ...wrongInScripts(modules)] }
}

/**
 * What a script of the window may be made of: the first one, which is read before the first list is shown, and the one of
 * the bench, which is read right after the first paint.
 * @typedef {{ name: string, entry: string, features: ReadonlySet<string>, packages: ReadonlySet<string> }} Script
 */
const PACKAGES_AT_START = [
  ...['react', 'react-dom', 'zustand', 'i18next', 'gs1-barcode-parser-mod'],
  ...['@mantine/core', '@tabler/icons-react', '@tanstack/react-virtual'],
]
/** @type {readonly Script[]} */
const SCRIPTS = [
  {
    name: 'start',
    entry: 'src/renderer/src/main.tsx',
    features: new Set(['guide', 'operators', 'queue', 'scan', 'sound']),
    packages: new Set(PACKAGES_AT_START),
  },
  {
    name: 'bench',
    entry: 'src/renderer/src/shell/bench.ts',
    features: new Set(
      'accounts alarms boxes guide handover leaving operators order outbox put-wall queue scan'.split(' '),
    ),
    packages: new Set([...PACKAGES_AT_START, '@mantine/hooks', 'luxon']),
  },
]

/**
 * The imports by which one of them would read what it does not need: a page of the desk, a package, or zod and the library
 * of forms, which come with import(), after forms/set-up-zod.ts. SECURITY: otherwise zod tries eval, which the window's
 * policy refuses.
 * @param {import('dependency-cruiser').IModule[]} modules
 */
function wrongInScripts(modules) {
  return SCRIPTS.flatMap((script) => {
    const seen = new Set([script.entry])
    /** @type {import('dependency-cruiser').IViolation[]} */
    const found = []
    for (const source of seen)
      for (const { resolved, dynamic, dependencyTypes } of modules.find((module) => module.source === source)
        ?.dependencies ?? []) {
        if (dynamic || dependencyTypes.includes('type-only')) continue
        const name = ruleAgainst(resolved, script)
        if (name !== null)
          found.push({ type: 'dependency', from: source, to: resolved, rule: { name, severity: 'error' } })
        // The build replaces channels.ts with its values.
        else if (/^src\/(?!shared\/contract\/channels\.ts$)/.test(resolved)) seen.add(resolved)
      }
    return found
  })
}

/**
 * @param {string} file
 * @param {Script} script
 */
function ruleAgainst(file, { name, features, packages }) {
  const [, packageName] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  if (packageName === 'zod' || packageName === '@mantine/form') return `${name}: no schemas`
  const [, feature] = /^src\/renderer\/src\/features\/([^/]+)\//.exec(file) ?? []
  const isUnexpected =
    (feature !== undefined && !features.has(feature)) ||
    (packageName !== undefined && !packages.has(packageName))
  return isUnexpected ? `${name}: not in its script` : null
}

/**
 * True for a credible run. With a TypeScript that it cannot use, dependency-cruiser sees no modules at all, or only
 * the .js ones, and reports success.
 * @param {import('dependency-cruiser').ISummary} summary
 */
function sawTheHouse(summary) {
  return summary.totalCruised > 0 && (summary.totalDependenciesCruised ?? 0) > 0
}

/**
 * What there is to say about a folder, and whether it fails.
 * @param {string} folder
 * @returns {Promise<{ code: 0 | 1, errors: string[], counts: string }>}
 */
export async function checkFolder(folder) {
  const summary = await cruiseFolder(folder)
  const errors = summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle?.length ? cycle.map((step) => step.name).join(' -> ') : to
    return `${rule.severity} "${rule.name}": ${from}${from === path ? '' : ` -> ${path}`}`
  })
  if (!sawTheHouse(summary)) errors.push('error: 0 modules or dependencies cruised, so nothing was checked')
  const counts = `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} dependencies cruised, ${summary.violations.length} violations`
  return { code: errors.length > 0 ? 1 : 0, errors, counts }
}

// Not import.meta.main, which the pinned Node of Apple silicon lacks.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, errors, counts } = await checkFolder(
    process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)),
  )
  for (const error of errors) console.error(error)
  console.log(counts)
  process.exitCode = code
}
