import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hashOf, NO_HASH } from '../../../../src/main/store/evidence/chain'
import { closeDatabase } from '../../../../src/main/store/db/open'
import { openEvidenceFile } from '../../../../src/main/store/evidence/file'
import { checkExportedEvidence, exportEvidence } from '../../../../src/main/store/evidence/export'
import { ruinBytes } from '../../../support/damage'
import { aFilledLog, aLog, insert, rows } from '../../../support/evidence-log'
import { tempDir } from '../../../support/temp-dir'
import { rawDb } from '../../../support/raw-db'

describe('the chain', () => {
  it('starts with an entry of its own and is whole after a restart', async () => {
    const { reopened, log, notices } = await aFilledLog()
    expect(await log().verify()).toMatchObject({ entries: 21, begun: 'new', finding: null })
    expect(await reopened()).toBeNull()
    expect(notices).toEqual([])
  })

  it.each([
    ['at', '2020-01-01T00:00:00.000Z'],
    ['operator', 'Eve'],
    ['kind', 'refusal'],
    ['payload', '{"orderId":8,"raw":"ITEM9","verdict":"line"}'],
    // The same value, written differently, is another text.
    ['payload', '{"raw": "ITEM9","orderId":7,"verdict":"line"}'],
    ['hash', 'f'.repeat(64)],
    ['prev_hash', 'f'.repeat(64)],
  ])('shows an altered %s', async (column, value) => {
    const { reopened } = await aFilledLog()
    const finding = await reopened((db) =>
      db.prepare(`UPDATE entries SET ${column} = ? WHERE seq = 10`).run(value),
    )
    expect(finding).toEqual({ problem: 'altered', seq: 10 })
  })

  it('shows an entry that was altered with a hash to match', async () => {
    const { reopened } = await aFilledLog()
    const finding = await reopened((db) => {
      const row = rows(db).find(({ seq }) => seq === 10)
      if (row === undefined) throw new Error('no entry 10')
      const hash = hashOf({ ...row, operator: 'Eve' })
      db.prepare('UPDATE entries SET operator = ?, hash = ? WHERE seq = 10').run('Eve', hash)
    })
    expect(finding).toEqual({ problem: 'exchanged', seq: 11 })
  })

  it('shows removed entries, even if the others were renumbered', async () => {
    const first = await aFilledLog()
    expect(await first.reopened((db) => db.exec('DELETE FROM entries WHERE seq IN (1, 2)'))).toEqual({
      problem: 'removed',
      seq: 1,
    })
    const second = await aFilledLog()
    const renumbered = await second.reopened((db) => {
      db.exec('DELETE FROM entries WHERE seq BETWEEN 8 AND 10')
      db.exec('UPDATE entries SET seq = seq - 3 WHERE seq > 10')
    })
    expect(renumbered).toEqual({ problem: 'removed', seq: 8 })
  })

  it('shows an inserted entry', async () => {
    const { reopened } = await aFilledLog()
    const finding = await reopened((db) => {
      const before = rows(db)[8]
      if (before === undefined) throw new Error('no entry 9')
      db.exec('UPDATE entries SET seq = -seq - 1 WHERE seq > 9')
      db.exec('UPDATE entries SET seq = -seq WHERE seq < 0')
      const row = { ...before, seq: 10, prevHash: before.hash, operator: 'Eve' }
      insert(db, { ...row, hash: hashOf(row) })
    })
    expect(finding).toEqual({ problem: 'inserted', seq: 10 })
  })

  it('shows a cut end, permanently', async () => {
    const { reopened, scan, notices, log } = await aFilledLog()
    expect(await reopened((db) => db.exec('DELETE FROM entries WHERE seq > 15'))).toEqual({
      problem: 'cut',
      seq: 16,
    })
    expect(notices).toEqual(['evidence_altered'])
    scan('LATER')
    expect((await log().verify()).finding).toEqual({ problem: 'cut', seq: 16 })
    expect(await reopened()).toEqual({ problem: 'cut', seq: 16 })
    expect(notices).toHaveLength(1)
  })

  it('shows a chain that was rewritten as a whole', async () => {
    const { reopened } = await aFilledLog()
    const finding = await reopened((db) => {
      let before = NO_HASH
      for (const row of rows(db)) {
        const next = { ...row, operator: row.seq === 5 ? 'Eve' : row.operator, prevHash: before }
        before = hashOf(next)
        db.prepare('UPDATE entries SET operator = ?, prev_hash = ?, hash = ? WHERE seq = ?').run(
          next.operator,
          next.prevHash,
          before,
          row.seq,
        )
      }
    })
    expect(finding).toMatchObject({ problem: 'rewritten' })
  })

  it('shows entries added while Packbench did not run', async () => {
    const { reopened } = await aFilledLog()
    const finding = await reopened((db) => {
      const last = rows(db).at(-1)
      if (last === undefined) throw new Error('empty')
      const row = { ...last, seq: last.seq + 1, prevHash: last.hash }
      insert(db, { ...row, hash: hashOf(row) })
    })
    expect(finding).toEqual({ problem: 'extended', seq: 22 })
  })

  it('does not take another log for its own', async () => {
    const mine = await aFilledLog()
    const other = await aFilledLog(30)
    other.log().close()
    mine.log().close()
    writeFileSync(mine.file, readFileSync(other.file))
    expect(await mine.reopened()).toMatchObject({ problem: 'replaced' })
  })
})

describe('a closed log', () => {
  it('is opened by nothing again, as by a comparison that began before', async () => {
    const { file, log, noted } = await aFilledLog()
    log().close()
    expect(() => log().reading()).toThrow(expect.objectContaining({ code: 'evidence_unusable' }) as Error)
    await expect(log().verify()).rejects.toMatchObject({ code: 'evidence_unusable' })
    log().flush()
    expect(noted.head).toMatchObject({ seq: 21, closed: true })
    // Another one has it now, alone.
    closeDatabase(openEvidenceFile(file))
  })
})

describe('a head that cannot be noted', () => {
  it('delays the entries behind it, so that a kill does not make them somebody else’s', async () => {
    const before = await aFilledLog()
    before.log().close()
    const { log, clock, noted, notices, scan, dir } = aLog(before.dir, before.noted.head, true)
    scan('LATER')
    log().flush()
    expect(noted.head?.closed).toBe(true)
    expect(notices).toEqual(['evidence_stopped'])
    noted.refuses = false
    clock.advance(60_000)
    expect(noted.head).toMatchObject({ closed: false, seq: 21 })
    expect((await log().verify()).entries).toBe(22)
    // As after a kill: nobody notes that it was closed.
    const head = noted.head
    log().close()
    const next = aLog(dir, head)
    expect((await next.log().verify()).finding).toBeNull()
    expect(next.notices).toEqual([])
  })

  it('is noted with the next entry if it could not be noted once', async () => {
    const before = await aFilledLog()
    before.log().close()
    const { log, noted, notices, scan } = aLog(before.dir, before.noted.head, true)
    noted.refuses = false
    scan('LATER')
    log().flush()
    expect(noted.head?.closed).toBe(false)
    expect(notices).toEqual([])
  })
})

describe('a file that disappears', () => {
  it('gone: a new one starts, chained to nothing, and names the head it would have followed', async () => {
    const { log, noted } = await aFilledLog()
    log().close()
    const elsewhere = aLog(tempDir(), noted.head)
    expect(elsewhere.notices).toEqual(['evidence_renewed'])
    expect(await elsewhere.log().verify()).toMatchObject({ entries: 1, begun: 'missing', finding: null })
    expect(rows(rawDb(elsewhere.log().reading()))[0]?.payload).toContain(noted.head?.hash)
  })

  it('damaged: is kept next to a new one, which receives new entries', async () => {
    const { log, file, dir, noted } = await aFilledLog(300)
    log().close()
    ruinBytes(file, 0, 8_192)
    const again = aLog(dir, noted.head)
    again.scan('AFTER')
    expect(await again.log().verify()).toMatchObject({ entries: 2, begun: 'damaged', finding: null })
    expect(again.notices).toEqual(['evidence_renewed'])
    expect(readdirSync(dir).filter((name) => /^evidence-.*-damaged\.sqlite$/.test(name))).toHaveLength(1)
  })

  it('truncated by a power cut in the middle of an entry: the chain is whole up to the one before', async () => {
    const { log, file, scan, noted } = await aFilledLog(3)
    for (let index = 0; index < 10; index += 1) {
      scan(`LATER${index}`)
      log().flush()
    }
    const head = noted.head
    const wal = readFileSync(`${file}-wal`)
    const entries: number[] = []
    for (const lost of [0, 1, 3_000, 9_000, 20_000]) {
      const dir = tempDir()
      writeFileSync(join(dir, 'evidence.sqlite'), readFileSync(file))
      writeFileSync(join(dir, 'evidence.sqlite-wal'), wal.subarray(0, wal.length - lost))
      const verdict = await aLog(dir, head).log().verify()
      expect(verdict.finding).toBeNull()
      entries.push(verdict.entries)
    }
    expect(entries[0]).toBe(14)
    expect(entries.toSorted((left, right) => right - left)).toEqual(entries)
    expect(entries.at(-1)).toBeLessThan(14)
  })
})

describe('a file that cannot be written', () => {
  it('stops nobody from working; entries made meanwhile follow once it can be written', async () => {
    const { log, scan, notices, clock } = await aFilledLog(3)
    const db = log().reading()
    rawDb(db).pragma('max_page_count = 1')
    for (let index = 0; index < 200; index += 1) scan(`FULL${index}${'x'.repeat(90)}`)
    log().flush()
    expect(notices).toEqual(['evidence_stopped'])
    scan('ONE MORE')
    clock.advance(60_000)
    const verdict = await log().verify()
    expect(verdict).toMatchObject({ entries: 205, finding: null })
    expect(notices).toHaveLength(1)
  })

  it('cannot be written by two processes', { timeout: 20_000 }, async () => {
    const first = await aFilledLog(2)
    const second = aLog(first.dir)
    expect(second.notices).toEqual(['evidence_stopped'])
    first.scan('MINE')
    expect(await first.log().verify()).toMatchObject({ entries: 4, finding: null })
  })
})

describe('an exported log', () => {
  async function exported() {
    const filled = await aFilledLog(1_200)
    filled.scan('Ü "quoted" \\ \u001d tab\t 箱')
    const file = await exportEvidence(filled.log().reading(), join(filled.dir, 'exports'), 0)
    const lines = readFileSync(file.path, 'utf8').trimEnd().split('\n')
    const check = async (changed: readonly string[], noted?: { seq: number; hash: string }) => {
      const path = join(filled.dir, 'changed.jsonl')
      writeFileSync(path, changed.map((line) => `${line}\n`).join(''))
      return (await checkExportedEvidence(path, noted)).finding
    }
    return { file, lines, check }
  }

  it('is whole, and shows tampering', async () => {
    const { file, lines, check } = await exported()
    expect(file.entries).toBe(1_202)
    expect(lines).toHaveLength(1_202)
    expect(await check(lines)).toBeNull()
    const line600 = lines[600] ?? ''
    expect(await check(lines.with(600, line600.replace('ITEM600', 'ITEM6OO')))).toEqual({
      problem: 'altered',
      seq: 601,
    })
    expect(await check(lines.with(600, line600.slice(5)))).toEqual({ problem: 'altered', seq: 601 })
    expect(await check(lines.toSpliced(600, 1))).toEqual({ problem: 'removed', seq: 601 })
    expect(await check(lines.toSpliced(600, 0, line600))).toEqual({ problem: 'inserted', seq: 601 })
    // Only a noted head reveals the missing end.
    expect(await check(lines.slice(0, -1))).toBeNull()
    expect(await check(lines.slice(0, -1), { seq: file.entries, hash: file.head })).toEqual({
      problem: 'cut',
      seq: 1_202,
    })
  })
})

it('exports of the same moment get separate files, with all entries', async () => {
  const filled = await aFilledLog(1_200)
  const dir = join(filled.dir, 'exports')
  const log = filled.log().reading()
  const both = await Promise.all([exportEvidence(log, dir, 0), exportEvidence(log, dir, 0)])
  const third = await exportEvidence(log, dir, 0)
  const files = [...both, third]
  expect(new Set(files.map(({ path }) => path)).size).toBe(3)
  for (const { path, entries } of files) {
    expect(entries).toBe(1_201)
    expect(await checkExportedEvidence(path)).toEqual({ entries: 1_201, finding: null })
  }
  expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('the same facts give the same text, in any order', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true, skipped: undefined })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  expect(canonicalJson('half \ud800')).toBe('"half \ufffd"')
})
