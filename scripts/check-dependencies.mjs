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
  return { ...summary, violations: [...summary.violations, ...schemasAtStart(modules)] }
}

/**
 * The imports by which zod or the library of forms would be read before the window shows anything: they come with
 * import(), after forms/set-up-zod.ts. SECURITY: otherwise zod tries eval, which the window's policy refuses.
 * @param {import('dependency-cruiser').IModule[]} modules
 */
function schemasAtStart(modules) {
  const seen = new Set(['src/renderer/src/main.tsx'])
  /** @type {import('dependency-cruiser').IViolation[]} */
  const found = []
  for (const source of seen)
    for (const { resolved, dynamic, dependencyTypes } of modules.find((module) => module.source === source)
      ?.dependencies ?? []) {
      if (dynamic || dependencyTypes.includes('type-only')) continue
      if (/(^|node_modules\/)(zod|@mantine\/form)(\/|$)/.test(resolved))
        found.push({
          type: 'dependency',
          from: source,
          to: resolved,
          rule: { name: 'start: no schemas', severity: 'error' },
        })
      // The build replaces channels.ts with its values.
      else if (/^src\/(?!shared\/contract\/channels\.ts$)/.test(resolved)) seen.add(resolved)
    }
  return found
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
