import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { tickEvery } from '../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from './storage/bucket'
import type { HubPart, OpenHub } from './part'
import { accountAtHub } from './storage/seal'
import { createRequestQueue } from './request-queue'

/**
 * How long the marketplace wants no more requests, as one station of an account was told, for the others: they share one
 * limit. Only durations are told. How long one was on its way is the time between two entries of the bucket, by the hub's
 * clock: a station that hears of a wait writes an entry of its own, and hears when that was written.
 */
export type Budget = HubPart & {
  /** The marketplace has told this station to wait. */
  say(group: string, waitMs: number): void
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

export type BudgetDeps = {
  clock: Pick<Clock, 'after'>
  stationId: () => string
  /** The token that says whose requests are limited; `null` while none is proven. */
  accessToken: () => string | null
  /** The groups of requests that are limited separately. */
  groups: readonly string[]
  /** Another station was told to wait, and this much of it is left. */
  onWait: (group: string, leftMs: number) => void
  onFault: (error: unknown) => void
}

/** No longer wait is told or believed: a wrong one must not hold up the warehouse. */
export const LONGEST_TOLD_MS = 60_000
const CHECK_MS = 5_000

/** Stored at the hub; never rename. */
const waitSchema = z.looseObject({ waitMs: z.number().nonnegative() })
type Wait = z.output<typeof waitSchema>
const BUDGET: BucketPlan<Wait> = { name: 'budget', schema: waitSchema, ttlMs: LONGEST_TOLD_MS }

/** In place of a group: the station wants to know what time it is at the hub. */
const NOW = 'now'

type Heard = { group: string; waitMs: number; atMs: number }

export function createBudget(deps: BudgetDeps): Budget {
  let open: OpenHub | null = null
  let bucket: Bucket<Wait> | null = null
  let heard: Heard[] = []
  let asking = false
  let watch: { stop(): void } | null = null
  let endChecks: (() => void) | null = null

  const accountNow = (): string | null => {
    const accessToken = deps.accessToken()
    return open === null || accessToken === null ? null : accountAtHub(open.group, accessToken)
  }
  const requests = createRequestQueue({ open: () => bucket, onFault: deps.onFault })
  /** Each station writes keys of its own, so that none takes the place of another's before it is heard. */
  const write = (group: string, waitMs: number): void => {
    const account = accountNow()
    if (account !== null)
      void requests.take((to) => to.put(`${account}.${group}.${deps.stationId()}`, { waitMs }))
  }

  const judge = (nowMs: number): void => {
    const all = heard
    heard = []
    asking = false
    for (const { group, waitMs, atMs } of all) {
      const leftMs = Math.min(waitMs, LONGEST_TOLD_MS) - Math.max(0, nowMs - atMs)
      if (leftMs > 0) deps.onWait(group, leftMs)
    }
  }
  const hear = ({ key, value, atMs }: BucketEntry<Wait>): void => {
    const [account, group = '', stationId] = key.split('.')
    if (value === null || account !== accountNow()) return
    if (stationId === deps.stationId()) {
      if (group === NOW) judge(atMs)
      return
    }
    if (group === NOW) return
    if (!deps.groups.includes(group)) return open?.onIgnored('newer')
    heard.push({ group, waitMs: value.waitMs, atMs })
    if (asking) return
    asking = true
    write(NOW, 0)
  }

  const lose = (): void => {
    endChecks?.()
    watch?.stop()
    watch = null
    bucket = null
    open = null
    heard = []
    asking = false
  }

  return {
    async use(next) {
      lose()
      if (next === null) return
      const opened = await openBucket(next, BUDGET)
      bucket = opened
      open = next
      watch = await opened.watch(hear, deps.onFault)
      endChecks = tickEvery(deps.clock, CHECK_MS, () => void requests.take((asked) => asked.check()))
    },
    say(group, waitMs) {
      if (waitMs > 0) write(group, Math.min(waitMs, LONGEST_TOLD_MS))
    },
    settled: () => requests.settled(),
    async leave() {
      lose()
    },
    async close() {
      lose()
    },
  }
}
