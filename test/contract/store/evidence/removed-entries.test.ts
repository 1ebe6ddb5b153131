import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hashOf } from '../../../../src/main/store/evidence/chain'
import { checkExportedEvidence, exportEvidence } from '../../../../src/main/store/evidence/export'
import { insert, rows } from '../../../support/evidence-log'
import { rawDb } from '../../../support/raw-db'
import { setUp, aDroppedLog } from './dropped-log'

describe('a log whose oldest entries were removed', () => {
  const pointer = `settings WHERE key = 'evidence.dropped'`
  const setPayload = (db: Database.Database, seq: number, change: Record<string, unknown>) => {
    const row = rows(db).find((one) => one.seq === seq)
    if (row === undefined) throw new Error(`no entry ${seq}`)
    const payload = canonicalJson({ ...(JSON.parse(row.payload) as object), ...change })
    const hash = hashOf({ ...row, payload })
    db.prepare('UPDATE entries SET payload = ?, hash = ? WHERE seq = ?').run(payload, hash, seq)
  }

  it.each<[string, (db: Database.Database) => unknown, unknown]>([
    [
      'more was removed',
      (db) => db.exec('DELETE FROM entries WHERE seq < 23'),
      { problem: 'removed', seq: 21 },
    ],
    [
      'the anchor was changed',
      (db) => setPayload(db, 26, { anchor: 'f'.repeat(64) }),
      { problem: 'exchanged', seq: 21 },
    ],
    [
      'more was removed and the rule’s entry changed to fit, with the chain after it',
      (db) => {
        db.exec('DELETE FROM entries WHERE seq < 23')
        setPayload(db, 26, { firstKept: 23, anchor: rows(db)[0]?.prevHash })
      },
      // Only the head noted outside the file reveals it.
      { problem: 'rewritten', seq: 26 },
    ],
    [
      'the first kept entry was changed',
      (db) => db.exec(`UPDATE entries SET operator = 'Eve' WHERE seq = 21`),
      { problem: 'altered', seq: 21 },
    ],
    [
      'the first kept entry was changed with a hash to match',
      (db) => {
        const row = rows(db)[0]
        if (row === undefined) throw new Error('empty')
        const hash = hashOf({ ...row, operator: 'Eve' })
        db.prepare(`UPDATE entries SET operator = 'Eve', hash = ? WHERE seq = 21`).run(hash)
      },
      { problem: 'exchanged', seq: 22 },
    ],
    [
      'nothing says where it begins',
      (db) => db.exec(`DELETE FROM ${pointer}`),
      { problem: 'removed', seq: 1 },
    ],
    [
      'the rule’s entry was removed',
      (db) => db.exec('DELETE FROM entries WHERE seq = 26'),
      { problem: 'removed', seq: 1 },
    ],
    [
      'another entry is given for the rule’s',
      (db) => db.exec(`UPDATE settings SET value = '25' WHERE key = 'evidence.dropped'`),
      { problem: 'removed', seq: 1 },
    ],
  ])('shows that %s', async (_what, tamper, finding) => {
    const { reopened } = await aDroppedLog()
    const found = await reopened(tamper)
    expect(found).toMatchObject(finding as object)
  })

  it('shows entries that somebody else removed, even with a forged removal entry', async () => {
    const plain = setUp({ months: 0 })
    plain.scans(20, 'OLD')
    await plain.log().verify()
    expect(await plain.reopened((db) => db.exec('DELETE FROM entries WHERE seq < 10'))).toEqual({
      problem: 'removed',
      seq: 1,
    })
    const forged = setUp({ months: 0 })
    forged.scans(20, 'OLD')
    const record = rows(rawDb((await aDroppedLog()).log().reading())).at(-1)
    const finding = await forged.reopened((db) => {
      const last = rows(db).at(-1)
      const first = rows(db).find(({ seq }) => seq === 10)
      if (last === undefined || first === undefined || record === undefined) throw new Error('empty')
      const said = JSON.parse(record.payload) as object
      const { logId } = JSON.parse(rows(db)[0]?.payload ?? '') as { logId: string }
      const payload = canonicalJson({ ...said, logId, firstKept: 10, anchor: first.prevHash })
      const row = { ...record, payload, seq: last.seq + 1, prevHash: last.hash }
      insert(db, { ...row, hash: hashOf(row) })
      db.exec('DELETE FROM entries WHERE seq < 10')
      db.exec(`INSERT INTO settings (key, value) VALUES ('evidence.dropped', '${row.seq}')`)
    })
    expect(finding).toEqual({ problem: 'extended', seq: 22 })
  })

  it('is exported from there on, and the file shows tampering', async () => {
    const { log, dir } = await aDroppedLog()
    const file = await exportEvidence(log().reading(), join(dir, 'exports'), 0)
    expect(file.entries).toBe(6)
    const lines = readFileSync(file.path, 'utf8').trimEnd().split('\n')
    const check = async (changed: readonly string[]) => {
      const path = join(dir, 'changed.jsonl')
      writeFileSync(path, changed.map((line) => `${line}\n`).join(''))
      return checkExportedEvidence(path)
    }
    expect(await check(lines)).toEqual({ entries: 6, finding: null })
    expect((await check(lines.slice(1))).finding).toEqual({ problem: 'removed', seq: 21 })
    // Without its end, nothing says that the beginning was dropped under the retention setting.
    expect((await check(lines.slice(0, -1))).finding).toEqual({ problem: 'removed', seq: 1 })
    const other = lines[0]?.replace(/"prev_hash":"\w{4}/, '"prev_hash":"ffff') ?? ''
    expect((await check(lines.with(0, other))).finding).toEqual({ problem: 'altered', seq: 21 })
  })
})
