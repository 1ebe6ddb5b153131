import { z } from 'zod'
import { seededRandom, type Random } from '../sample/random'

const when = z.enum(['before', 'after']).default('before')
const ms = z.int().min(0).max(600_000)

const target = {
  /** HTTP method; `*` for any. */
  method: z.string().default('*'),
  /** Path without the query; a segment that starts with `:` matches any one segment, a final `*` matches the rest. */
  route: z.string().startsWith('/'),
  /** Lets the first matching requests through. */
  skip: z.int().min(0).default(0),
  /** Fires at most this often; without it, until cleared. */
  count: z.int().min(1).optional(),
  /** Fires with this probability, drawn from `seed`; without it, always. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().default(1),
}

/**
 * A fault on the wire. `when` says whether the request is applied first; `before` means that it is never applied.
 * README.md describes each kind.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms, when, ...target }),
  z.strictObject({ kind: z.literal('drop'), when, ...target }),
  z.strictObject({ kind: z.literal('reset'), when, ...target }),
  z.strictObject({ kind: z.literal('hang'), when, ...target }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    retryAfter: z.string().optional(),
    when,
    ...target,
  }),
  z.strictObject({ kind: z.literal('html'), when, ...target }),
  /**
   * Any answer: a web page that claims to be text, an error in JSON, another order's resource, an ID that never
   * existed.
   */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    /** `null`: without a content type. */
    contentType: z.string().nullable(),
    body: z.string(),
    when,
    ...target,
  }),
  z.strictObject({ kind: z.literal('truncate'), ...target }),
  z.strictObject({ kind: z.literal('garble'), ...target }),
  z.strictObject({
    kind: z.literal('late'),
    ms,
    /** `timer`: real time; `clock`: the marketplace's own, checked with each later request. */
    by: z.enum(['timer', 'clock']).default('timer'),
    ...target,
  }),
])
export type Fault = z.infer<typeof faultSchema>
export type NewFault = z.input<typeof faultSchema>

/** A fault that was added, and how many requests it has matched and hit. */
export type ArmedFault = { id: number; fault: Fault; matched: number; fired: number }

/** The active faults, in the order they were added. Only the first that fires hits a request. */
export class FaultPlan {
  private armed: (ArmedFault & { random: Random })[] = []
  private nextFaultId = 1

  /** Adds a fault and returns its id. */
  add(fault: Fault): number {
    const id = this.nextFaultId++
    this.armed.push({ id, fault, matched: 0, fired: 0, random: seededRandom(fault.seed) })
    return id
  }

  clear(): void {
    this.armed = []
  }

  list(): ArmedFault[] {
    return this.armed.map(({ id, fault, matched, fired }) => ({ id, fault, matched, fired }))
  }

  /** The fault that hits this request, or `null`. Counts the match. */
  draw(method: string, path: string): Fault | null {
    for (const entry of this.armed) {
      if (!matches(entry.fault, method, path)) continue
      entry.matched++
      if (entry.matched <= entry.fault.skip) continue
      if (entry.fault.count !== undefined && entry.fired >= entry.fault.count) continue
      if (entry.fault.probability !== undefined && !entry.random.chance(entry.fault.probability)) continue
      entry.fired++
      return entry.fault
    }
    return null
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== '*' && fault.method.toUpperCase() !== method) return false
  const wanted = fault.route.split('/')
  const given = path.split('/')
  if (wanted[wanted.length - 1] === '*') {
    wanted.pop()
    given.length = Math.min(given.length, wanted.length)
  }
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  )
}
