import type { FastifyInstance } from 'fastify'
import type { Core } from './core'
import { statement } from './database'
import { orderResources } from './resources'
import { BEFORE_ALL, type Page } from './paging'
import type { OrderFilter, OrderRow } from './tables/orders'

/** An order as it read from `atMs` on; `row` is its database row, by which lists are filtered. */
type Version = { atMs: number; row: OrderRow; resource: ReturnType<typeof orderResources>[number] }

const WATCHED_TABLES = {
  orders: 'id',
  order_lines: 'order_id',
  shipments: 'order_id',
  refunds: 'order_id',
} as const

/**
 * Simulates a lagging read replica for orders. It records from the moment `replicaLagMs` is first above zero: earlier
 * changes show as they were then.
 */
export class Replica {
  private readonly core: Core
  private versions: Map<number, Version[]> | null = null
  private reads = 0

  constructor(core: Core) {
    this.core = core
  }

  /**
   * Checks for changes before and after each request. Attach it before anything that may keep an answer from being
   * sent.
   */
  attach(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, _reply, done) => {
      this.observe()
      done()
    })
    app.addHook('onSend', (_request, _reply, payload, done) => {
      this.observe()
      done(null, payload)
    })
  }

  /** Records changes since the last check. */
  private observe(): void {
    if (this.versions === null) {
      if (this.core.settings.replicaLagMs === 0) return
      this.versions = new Map()
      this.watchTables()
      this.remember(
        statement(this.core.db, 'SELECT * FROM orders').all() as OrderRow[],
        Number.NEGATIVE_INFINITY,
      )
      return
    }
    const changed = statement(
      this.core.db,
      'SELECT * FROM orders WHERE id IN (SELECT order_id FROM temp.changed_orders)',
    ).all() as OrderRow[]
    if (changed.length === 0) return
    this.remember(changed, this.core.now())
    this.core.db.exec('DELETE FROM temp.changed_orders')
  }

  /** Whether the replica answers the next read; counts the read. */
  answersNext(): boolean {
    const { replicaLagMs, replicaReads } = this.core.settings
    if (replicaLagMs === 0) return false
    this.reads += 1
    return replicaReads === 'all' || this.reads % 2 === 1
  }

  /** The order as the replica shows it; `null` when it does not have it yet. */
  find(accountId: number, orderId: number): Version['resource'] | null {
    const version = this.shown(orderId)
    return version?.row.account_id === accountId ? version.resource : null
  }

  /** One row more than the page holds, as in the primary's list. */
  list(accountId: number, filter: OrderFilter, page: Page): OrderRow[] {
    const { cursor, sort } = page
    const key = (row: OrderRow): number => (sort === 'id' ? row.id : row.updated_at)
    const after = (row: OrderRow): boolean => {
      if (cursor === BEFORE_ALL) return true
      return key(row) > cursor.key || (key(row) === cursor.key && row.id > cursor.id)
    }
    return [...(this.versions ?? new Map<number, Version[]>()).keys()]
      .flatMap((orderId) => this.shown(orderId)?.row ?? [])
      .filter((row) => row.account_id === accountId && passes(filter, row) && after(row))
      .sort((left, right) => key(left) - key(right) || left.id - right.id)
      .slice(0, page.size + 1)
  }

  resources(rows: readonly OrderRow[]): Version['resource'][] {
    return rows.flatMap(({ id }) => this.shown(id)?.resource ?? [])
  }

  private shown(orderId: number): Version | undefined {
    const untilMs = this.core.now() - this.core.settings.replicaLagMs
    return this.versions?.get(orderId)?.findLast(({ atMs }) => atMs <= untilMs)
  }

  private remember(rows: readonly OrderRow[], atMs: number): void {
    const resources = orderResources(this.core, rows)
    rows.forEach((row, index) => {
      const resource = resources[index]
      if (resource === undefined) return
      const known = this.versions?.get(row.id)
      if (known === undefined) this.versions?.set(row.id, [{ atMs, row, resource }])
      else known.push({ atMs, row, resource })
    })
  }

  private watchTables(): void {
    const triggers = Object.entries(WATCHED_TABLES).flatMap(([table, column]) =>
      (['INSERT', 'UPDATE'] as const).map(
        (write) => `CREATE TEMP TRIGGER replica_${table}_${write} AFTER ${write} ON main.${table} BEGIN
          INSERT OR IGNORE INTO changed_orders VALUES (new.${column}); END;`,
      ),
    )
    this.core.db.exec(
      `CREATE TEMP TABLE changed_orders (order_id INTEGER PRIMARY KEY); ${triggers.join('\n')}`,
    )
  }
}

function passes(filter: OrderFilter, row: OrderRow): boolean {
  return (
    row.created_at >= (filter.createdAfter ?? Number.NEGATIVE_INFINITY) &&
    row.created_at < (filter.createdBefore ?? Number.POSITIVE_INFINITY) &&
    row.updated_at >= (filter.updatedAfter ?? Number.NEGATIVE_INFINITY) &&
    row.updated_at < (filter.updatedBefore ?? Number.POSITIVE_INFINITY)
  )
}
