import type { z } from 'zod'
import type { ProvisioningCheck } from './provisioning'
import { provisioningFile } from './schema'

/** A file with more nested mistakes than this is given up. */
const MOST_ROUNDS = 8

/** Checks what IT's file says; see `readProvisioning`. */
export const checkProvisioning: ProvisioningCheck = (file, parsed) => {
  const refused: string[] = []
  // Each round takes out what one check refused; a value may hide problems of what is around it.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = provisioningFile.safeParse(parsed)
    if (result.success) {
      const { $schema: _editors, ...provisioning } = result.data
      return { ok: true, provisioning: { ...provisioning, file }, refused }
    }
    const paths = result.error.issues.flatMap(pathsOf)
    const vital = paths.find(([first]) => first === undefined || first === 'connection')
    if (vital !== undefined)
      return {
        ok: false,
        problem: `the provisioning file ${file} is wrong at ${nameOf(vital) || 'its start'}`,
      }
    for (const wrong of paths) {
      parsed = without(parsed, isMissing(parsed, wrong) ? wrong.slice(0, -1) : wrong)
      refused.push(`the provisioning file ${file} is wrong at ${nameOf(wrong)}, which is not used`)
    }
  }
  return { ok: false, problem: `the provisioning file ${file} is wrong` }
}

type IssuePath = readonly PropertyKey[]

/** Where the problem is; an unknown name is a problem of its own, not of what it stands in. */
function pathsOf(issue: z.core.$ZodIssue): IssuePath[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

function nameOf(wrong: IssuePath): string {
  return wrong.map(String).join('.')
}

/** What lacks a value that it must have is left out as a whole. */
function isMissing(value: unknown, path: IssuePath): boolean {
  let inner = value
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null) return false
    inner = (inner as Record<PropertyKey, unknown>)[name]
  }
  return inner === undefined
}

/** The same without the value at the path; of a list the whole list goes, whose order may matter. */
function without(value: unknown, [name, ...rest]: IssuePath): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const record = value as Record<PropertyKey, unknown>
  const inner = record[name]
  const entries = Object.entries(record).filter(([key]) => key !== String(name))
  const isLast = rest.length === 0 || Array.isArray(inner)
  return Object.fromEntries(isLast ? entries : [...entries, [String(name), without(inner, rest)]])
}
