import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle, type Bundle } from '../support/bundle'
import { addOldOp, FIRST_OLD, oldOrder, takeNewOrders } from '../support/old-orders'
import { openStation } from '../support/open-account'
import { tempDir } from '../support/temp-dir'

/** Moving to the archive, killed after each of its commits: nothing in both files, nothing in neither. */

const ORDERS = 11

let code: Bundle
beforeAll(async () => {
  code = await bundle('test/kill/archive-process.ts')
}, 60_000)
afterAll(() => code.remove())

/** A closed station's folder with finished orders and ops on items. */
async function fill(dir: string): Promise<void> {
  const station = openStation({ file: join(dir, 'station.sqlite') })
  const ids = Array.from({ length: ORDERS }, (_, index) => FIRST_OLD + index)
  // From two months, so that a part of the work goes into two files.
  const february = { purchased_at: '2026-02-03T10:00:00.000Z' }
  station.take(...ids.map((id, index) => oldOrder(id, index < 6 ? {} : february)))
  takeNewOrders(station)
  for (const id of ids) addOldOp(station, { orderId: id })
  for (let round = 0; round < 3; round += 1) addOldOp(station, { orderId: null, lane: 'item:COAT' })
  addOldOp(station, { orderId: 900_000 })
  await station.close()
}

/** Every row that a person may miss, as text, by the file that it is in. Knows the tables only. */
function rowsIn(file: string): string[] {
  const db = new Database(file, { readonly: true })
  const rows = [
    `SELECT 'order ' || order_id || ' ' || rest || hex(buyer) || search_text FROM orders`,
    `SELECT 'line ' || line_id || ' ' || server_copy FROM order_lines`,
    `SELECT 'parcel ' || shipment_uid || ' ' || tracking_number || line_ids FROM shipments`,
    `SELECT 'op ' || op_uid || ' ' || seq || state || settled_at FROM outbox`,
    `SELECT 'event ' || seq || ' ' || event || note FROM op_events`,
  ].flatMap((text) => db.prepare(text).pluck().all() as string[])
  db.close()
  return rows
}

function allRows(dir: string): { own: string[]; archived: string[] } {
  const archive = join(dir, 'archive')
  const files = readdirSync(dir).includes('archive')
    ? readdirSync(archive).filter((name) => name.endsWith('.sqlite'))
    : []
  return {
    own: rowsIn(join(dir, 'station.sqlite')),
    archived: files.flatMap((name) => rowsIn(join(archive, name))),
  }
}

/** The labels that a pack is compared with, each as often as it is found: without any file of the archive. */
function knownLabels(dir: string): string[] {
  const db = new Database(join(dir, 'station.sqlite'), { readonly: true })
  const text = 'SELECT tracking_number FROM shipments UNION ALL SELECT label FROM archived_labels'
  const labels = db.prepare(text).pluck().all() as string[]
  db.close()
  return labels.sort()
}

function run(dir: string, killAfter: number) {
  return spawnSync(process.execPath, [code.file, join(dir, 'station.sqlite'), String(killAfter)], {
    encoding: 'utf8',
  })
}

it('loses and doubles nothing, whatever commit it is killed after', async () => {
  const root = tempDir()
  const start = join(root, 'start')
  await fill(start)
  const before = allRows(start).own.sort()
  const labels = knownLabels(start)
  expect(labels).toHaveLength(ORDERS)
  const whole = join(root, 'whole')
  cpSync(start, whole, { recursive: true })
  const undisturbed = run(whole, 0)
  const { commits } = JSON.parse(undisturbed.stdout) as { commits: number }
  const after = allRows(whole)
  expect(after.archived.filter((row) => row.startsWith('order '))).toHaveLength(ORDERS)
  expect(after.archived.filter((row) => row.startsWith('op '))).toHaveLength(ORDERS + 2)
  expect([...after.own, ...after.archived].sort()).toEqual(before)
  // Three for each part with something to move, in two months.
  expect(commits).toBeGreaterThanOrEqual(3 * 4)

  for (let killAfter = 1; killAfter <= commits; killAfter += 1) {
    const dir = join(root, `killed-${killAfter}`)
    cpSync(start, dir, { recursive: true })
    expect(run(dir, killAfter).signal, `commit ${killAfter}`).toBe('SIGKILL')
    const cut = allRows(dir)
    expect([...new Set([...cut.own, ...cut.archived])].sort(), `nothing in neither, ${killAfter}`).toEqual(
      before,
    )
    expect(knownLabels(dir), `labels after commit ${killAfter}`).toEqual(labels)
    expect(run(dir, 0).status).toBe(0)
    const healed = allRows(dir)
    expect([...healed.own, ...healed.archived].sort(), `nothing in both, ${killAfter}`).toEqual(before)
    expect(healed.archived.sort()).toEqual(after.archived.sort())
  }
}, 120_000)
