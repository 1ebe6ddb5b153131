import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeDatabase } from '../../src/main/store/db/open'
import { openStation } from '../../src/main/store/recovery/open-station'
import { openNotices } from '../../src/main/store/tables/notices'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { bundle, type Bundle } from '../support/bundle'
import { canFailFlushes, failFlushes, refuseWrites } from '../support/failing-disk'
import { tempDir } from '../support/temp-dir'

const canFail = canFailFlushes()
if (!canFail) console.log('SKIPPED: refused commits: strace is missing, or may not watch processes here')

let code: Bundle
beforeAll(async () => {
  if (canFail) code = await bundle('test/kill/refused-process.ts')
}, 60_000)
afterAll(() => (canFail ? code.remove() : undefined))

/** What each call says is true of the next start, too. */
describe.skipIf(!canFail)('a commit that the disk does not flush', () => {
  it.each(['EIO', 'ENOSPC'] as const)(
    'is not there after a kill once it was refused (%s)',
    async (error) => {
      const station = await aStation()
      expect(await station.ask('pack 1001')).toBe('1')
      let mend = await failFlushes(station.pid, error)
      const answers = new Map<number, string>()
      for (const orderId of [1002, 1003]) answers.set(orderId, await station.ask(`pack ${orderId}`))
      answers.set(1004, await station.ask('refund 1004'))
      // The first one is written and not flushed; those after it are not written at all.
      expect([...answers.values()]).toEqual(['save_unknown', 'database_error', 'database_error'])
      expect(await station.ask('tick')).toBe('fails')
      await mend()
      expect(await station.ask('tick')).toBe('well')
      expect(await station.ask('pack 1005')).toBe('2')
      mend = await failFlushes(station.pid, error)
      answers.set(1006, await station.ask('pack 1006'))
      await station.kill()
      await mend().catch(() => {})
      const found = ordersIn(station.file)
      expect(found.orders.slice(0, 2)).toEqual([1001, 1005])
      for (const [orderId, answer] of answers)
        if (answer === 'database_error') expect(found.orders).not.toContain(orderId)
      // It was answered before the disk was well again, and written over.
      expect(found.orders).not.toContain(1002)
      expect(found.notices).toEqual([])
    },
    60_000,
  )

  it('is written over at once if the next one goes through, and is not taken for damage', async () => {
    const station = await aStation()
    expect(await station.ask('pack 1001')).toBe('1')
    for (const step of ['pack 1002', 'refund 1003', 'pack 1004', 'refund 1005']) {
      const mend = await failFlushes(station.pid, 'EIO', 'first')
      expect(await station.ask(step)).toBe('database_error')
      await mend()
    }
    expect(await station.ask('tick')).toBe('well')
    await station.kill()
    expect(ordersIn(station.file)).toEqual({ orders: [1001], notices: [], lines: [] })
  }, 60_000)

  it('is surely not there if it was not even written, and people see why', async () => {
    const station = await aStation()
    const mend = await refuseWrites(station.pid)
    expect(await station.ask('pack 1001')).toBe('database_error')
    expect(await station.ask('tick')).toBe('fails')
    expect(await station.ask('pack 1001')).toBe('database_error')
    await mend()
    expect(await station.ask('tick')).toBe('well')
    expect(await station.ask('pack 1002')).toBe('1')
    await station.kill()
    expect(ordersIn(station.file)).toEqual({ orders: [1002], notices: [], lines: [] })
  }, 60_000)

  it('is not known, and nothing is said to be damaged, if the station is killed meanwhile', async () => {
    const station = await aStation()
    expect(await station.ask('pack 1001')).toBe('1')
    const mend = await failFlushes(station.pid, 'EIO')
    expect(await station.ask('pack 1002')).toBe('save_unknown')
    expect(await station.ask('refund 1001')).toBe('database_error')
    for (let times = 0; times < 3; times += 1) expect(await station.ask('tick')).toBe('fails')
    await station.kill()
    await mend().catch(() => {})
    const found = ordersIn(station.file)
    // Its pages were overwritten by the small commit that was tried next.
    expect(found.orders).toEqual([1001])
    expect(found.notices).toEqual([])
    expect(found.lines).toEqual([])
  }, 60_000)
})

describe.skipIf(!canFail)('a small file whose folder the disk does not flush', () => {
  it('is as it was before once that was refused', async () => {
    const station = await aStation()
    const text = `${station.file}.text`
    expect(await station.ask('save 1')).toBe('saved')
    let mend = await failFlushes(station.pid, 'EIO', 'every', dirname(station.file))
    expect(await station.ask('save 2')).toBe('refused')
    expect(readFileSync(text, 'utf8')).toBe('1')
    await mend()
    rmSync(text)
    mend = await failFlushes(station.pid, 'EIO', 'every', dirname(station.file))
    expect(await station.ask('save 3')).toBe('refused')
    expect(existsSync(text)).toBe(false)
    await mend()
    expect(await station.ask('save 4')).toBe('saved')
    expect(readFileSync(text, 'utf8')).toBe('4')
  }, 60_000)
})

async function aStation() {
  const file = join(tempDir(), 'station.sqlite')
  const child = spawn(process.execPath, [code.file, file, '6'], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async (): Promise<string> => String((await lines.next()).value)
  expect(await said()).toBe('begun')
  return {
    file,
    pid: child.pid ?? 0,
    async ask(line: string) {
      child.stdin.write(`${line}\n`)
      return said()
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Starts as the app does. */
function ordersIn(file: string) {
  const lines: string[] = []
  const db = openStation({
    file,
    backupsDir: `${file}-backups`,
    wallMs: Date.parse('2026-11-21T08:00:00.000Z'),
    log: (line) => lines.push(line),
  })
  try {
    return {
      orders: listOutbox(db, 'all', 0, 500)
        .rows.toReversed()
        .map(({ orderId }) => orderId),
      notices: openNotices(db).map(({ kind }) => kind),
      lines,
    }
  } finally {
    closeDatabase(db)
  }
}
