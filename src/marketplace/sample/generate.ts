import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { addItem } from '../tables/items'
import { inventModel, unitOf } from './catalog'
import { addSampleMorning, addSampleOrders } from './orders'
import { seededRandom, type Random } from './random'

const DAY_MS = 86_400_000

export type SamplePlan = {
  seed: number
  /** Orders of the first account. */
  orders: number
  /** Unsold items of the first account; each order line also has a sold item of its own. */
  items: number
}

/** The most that the second account gets: enough to see that nobody else sees it. */
const SECOND_ACCOUNT = { orders: 5, items: 10 } as const

/**
 * Fills a new database in one transaction: the full set for the first account, a small one for the second. The same
 * seed gives the same numbers, titles and buyers; times are relative to now.
 */
export function addSampleData(core: Core, accountIds: readonly number[], plan: SamplePlan): void {
  const nowMs = core.now()
  core.db.transaction(() => {
    const [first, second] = accountIds
    if (first !== undefined) addAccountData(core, seededRandom(plan.seed), first, { ...plan, nowMs })
    if (second !== undefined)
      addAccountData(core, seededRandom(plan.seed + 1), second, {
        orders: Math.min(plan.orders, SECOND_ACCOUNT.orders),
        items: Math.min(plan.items, SECOND_ACCOUNT.items),
        nowMs,
      })
  })()
}

/** Another day of sample data in use, for training: see `addSampleMorning`. */
export function addMorning(core: Core, accountIds: readonly number[]): void {
  const nowMs = core.now()
  core.db.transaction(() => {
    for (const accountId of accountIds) addSampleMorning(core, seededRandom(nowMs), accountId, nowMs)
  })()
}

function addAccountData(
  core: Core,
  random: Random,
  accountId: number,
  plan: { orders: number; items: number; nowMs: number },
): void {
  for (let index = 0; index < plan.items; index++)
    addUnsoldItem(core, random, accountId, { index, nowMs: plan.nowMs })
  addSampleOrders(core, random, accountId, { count: plan.orders, nowMs: plan.nowMs })
}

function addUnsoldItem(
  core: Core,
  random: Random,
  accountId: number,
  { index, nowMs }: { index: number; nowMs: number },
): void {
  const state = stateOf(index)
  const waits = state === 'processing' || state === 'ready_to_delete'
  const atMs = keepPrecision(nowMs - random.int(1, 20 * DAY_MS), core.settings.timestampPrecision)
  const unit = unitOf(inventModel(random), {
    account_id: accountId,
    state,
    external_id: random.chance(0.9) ? `STK${accountId}${String(index + 1).padStart(6, '0')}` : null,
    created_at: atMs,
    updated_at: atMs,
  })
  addItem(core.db, { ...unit, state_due_at: waits ? nowMs + random.int(30_000, 600_000) : null })
}

/** Most items are listed; the document's other states occur too. */
function stateOf(index: number): string {
  const place = index % 25
  if (place === 7) return 'processing'
  if (place === 13) return 'ready_to_delete'
  return place === 19 ? 'deleted' : 'listed'
}
