import { describe, expect, it } from 'vitest'
import { hashOf, type EvidenceRow } from '../../../../src/main/store/evidence/chain'
import type { HeadElsewhere } from '../../../../src/main/store/evidence/compare-heads'
import { aFilledLog, insert, rows } from '../../../support/evidence-log'
import { rawDb } from '../../../support/raw-db'
import { aDroppedLog } from './dropped-log'

/** The chain compared with heads that were kept elsewhere. */

type Log = Awaited<ReturnType<typeof aFilledLog>>

function headsOf({ log }: Pick<Log, 'log'>, ...seqs: number[]): HeadElsewhere[] {
  const logId = log().head()?.logId ?? ''
  const all = rows(rawDb(log().reading()))
  return seqs.map((seq) => {
    const hash = all.find((row) => row.seq === seq)?.hash ?? ''
    return { logId, seq, hash, isOfAccount: true }
  })
}

const compared = (
  { log }: Pick<Log, 'log'>,
  heads: readonly HeadElsewhere[],
  acknowledged: number[] = [],
  expiredBefore = '',
) => log().compare({ heads, acknowledged, expiredBefore })

/** Writes an entry and every hash after it again, and the noted head: the station alone finds nothing. */
async function rewrite(filled: Log, seq: number, over: Partial<EvidenceRow>) {
  const finding = await filled.reopened((db) => {
    let prevHash = ''
    for (const row of rows(db)) {
      if (row.seq < seq) {
        prevHash = row.hash
        continue
      }
      const next = { ...row, ...(row.seq === seq ? over : {}), prevHash }
      prevHash = hashOf(next)
      db.prepare('DELETE FROM entries WHERE seq = ?').run(row.seq)
      insert(db, { ...next, hash: prevHash })
    }
    if (filled.noted.head !== null) filled.noted.head = { ...filled.noted.head, hash: prevHash }
  })
  expect(finding, 'the station alone finds nothing').toBeNull()
}

const cut = (filled: Log, last: number) =>
  filled.reopened((db) => {
    db.prepare('DELETE FROM entries WHERE seq > ?').run(last)
    const hash = rows(db).at(-1)?.hash ?? ''
    if (filled.noted.head !== null) filled.noted.head = { ...filled.noted.head, seq: last, hash }
  })

describe('the chain and heads that were kept elsewhere', () => {
  it('agree, up to the newest of them', async () => {
    const filled = await aFilledLog()
    const heads = headsOf(filled, 20, 3, 11)
    expect(await compared(filled, heads)).toEqual({ state: 'equal', seq: 20, agreed: 20, recorded: null })
    expect(await compared(filled, [])).toMatchObject({ state: 'none', seq: 0 })
  })

  it('disagree from the first head after an entry that was changed, though every hash fits', async () => {
    const filled = await aFilledLog()
    const heads = headsOf(filled, 3, 11, 15, 21)
    await rewrite(filled, 12, { operator: 'Eve' })
    expect(await compared(filled, heads)).toEqual({
      state: 'differs',
      seq: 15,
      agreed: 11,
      recorded: null,
    })
  })

  it('show that the end was cut off, and that the log has gone on since', async () => {
    const filled = await aFilledLog()
    const heads = headsOf(filled, 3, 11, 21)
    expect(await cut(filled, 15)).toBeNull()
    expect(await compared(filled, heads)).toEqual({
      state: 'beyond',
      seq: 21,
      agreed: 11,
      recorded: null,
    })
    for (let index = 0; index < 10; index += 1) filled.scan(`LATER${index}`)
    filled.log().flush()
    expect(await compared(filled, heads)).toMatchObject({ state: 'differs', seq: 21, agreed: 11 })
  })

  it('name the entry in which the log says itself that it is not as it was left', async () => {
    const filled = await aFilledLog()
    const heads = headsOf(filled, 3, 11, 21)
    await filled.reopened((db) => db.prepare('DELETE FROM entries WHERE seq > 15').run())
    expect(await compared(filled, heads)).toMatchObject({
      state: 'beyond',
      recorded: { seq: 16, kind: 'head_missed', at: expect.any(String) },
    })
    const restored = await aFilledLog()
    const later = headsOf(restored, 3, 21)
    await cut(restored, 15)
    restored.log().append({ kind: 'restored', operator: 'Sue', payload: {} })
    restored.log().flush()
    expect(await compared(restored, later)).toMatchObject({
      state: 'beyond',
      recorded: { seq: 16, kind: 'restored' },
    })
  })

  it('do not name an entry from before the last head that agreed', async () => {
    const filled = await aFilledLog()
    filled.log().append({ kind: 'restored', operator: 'Sue', payload: {} })
    filled.scan('AFTER')
    filled.scan('LAST')
    filled.log().flush()
    const heads = headsOf(filled, 22, 24)
    await cut(filled, 23)
    expect(await compared(filled, heads)).toEqual({
      state: 'beyond',
      seq: 24,
      agreed: 22,
      recorded: null,
    })
  })

  it('are of another log: one that was lost and says so, or one that was exchanged', async () => {
    const filled = await aFilledLog()
    const heads = headsOf(filled, 3, 21)
    const other = await aFilledLog(5)
    expect(await compared(other, heads)).toEqual({
      state: 'replaced',
      seq: 21,
      agreed: 0,
      recorded: null,
    })
    const ofAnother = heads.map((head) => ({ ...head, isOfAccount: false }))
    expect((await compared(other, ofAnother)).state, 'another account').toBe('none')
    await filled.reopened((db) => db.exec('DELETE FROM entries; DELETE FROM work; DELETE FROM settings'))
    expect(await compared(filled, heads)).toMatchObject({
      state: 'replaced',
      recorded: { seq: 1, kind: 'log_begun' },
    })
    // What is wrong with the log in use comes first.
    const mixed = [...headsOf(filled, 1).map((head) => ({ ...head, hash: 'f'.repeat(64) })), ...heads]
    expect(await compared(filled, mixed)).toMatchObject({ state: 'differs', seq: 1 })
  })

  it('agree after the rule has removed the oldest entries', async () => {
    const dropped = await aDroppedLog()
    const kept = headsOf(dropped, 22, 26)
    const old = headsOf(dropped, 22).map((head) => ({ ...head, seq: 7, hash: 'e'.repeat(64) }))
    const anchor = rows(rawDb(dropped.log().reading()))[0]?.prevHash ?? ''
    const last = old.map((head) => ({ ...head, seq: 20, hash: anchor }))
    expect(await compared(dropped, [...kept, ...old, ...last])).toMatchObject({ state: 'equal', seq: 26 })
    expect(await compared(dropped, [...old, ...last])).toMatchObject({ state: 'equal', seq: 20 })
    expect(await compared(dropped, old), 'nothing to compare').toMatchObject({ state: 'none' })
    const wrong = last.map((head) => ({ ...head, hash: 'd'.repeat(64) }))
    expect(await compared(dropped, wrong)).toMatchObject({ state: 'differs', seq: 20, agreed: 0 })
  })

  it('are lost when one that was acknowledged is gone, or one that a later head names', async () => {
    const filled = await aFilledLog()
    const [first, ...later] = headsOf(filled, 3, 11, 20)
    expect(await compared(filled, later, [3, 20])).toEqual({
      state: 'lost',
      seq: 3,
      agreed: 20,
      recorded: null,
    })
    expect(await compared(filled, [], [3, 20])).toMatchObject({ state: 'lost', seq: 20, agreed: 0 })
    const linked = headsOf(filled, 3, 20).map((head) => ({ ...head, before: head.seq === 3 ? null : 11 }))
    expect(await compared(filled, linked, [3, 20])).toMatchObject({ state: 'lost', seq: 11 })
    const all = [...(first === undefined ? [] : [first]), ...later]
    expect(await compared(filled, all, [3, 20])).toMatchObject({ state: 'equal', seq: 20 })
    const wrong = headsOf(filled, 20).map((head) => ({ ...head, hash: 'f'.repeat(64) }))
    expect(await compared(filled, wrong, [3]), 'what is wrong comes first').toMatchObject({
      state: 'differs',
    })
  })

  it('are not lost once they have expired at the hub, or the rule has removed their entries', async () => {
    const filled = await aFilledLog()
    const later = new Date(filled.clock.wallMs() + 1_000).toISOString()
    expect(await compared(filled, headsOf(filled, 20), [3], later)).toMatchObject({ state: 'equal' })
    const dropped = await aDroppedLog()
    expect(await compared(dropped, headsOf(dropped, 26), [7])).toMatchObject({ state: 'equal' })
  })

  it('stay lost once that was announced, and are announced again for a later one', async () => {
    const filled = await aFilledLog()
    const found = await compared(filled, headsOf(filled, 20), [3, 20])
    filled.log().disagreed(found)
    filled.log().disagreed(found)
    expect(filled.notices).toEqual(['evidence_at_hub'])
    const recorded = { seq: 22, kind: 'hub_disagrees', at: expect.any(String) }
    for (const known of [[3, 20], [20]])
      expect(await compared(filled, headsOf(filled, 20), known)).toMatchObject({
        state: 'lost',
        seq: 3,
        recorded,
      })
    const again = await compared(filled, headsOf(filled, 22), [20, 22])
    expect(again).toMatchObject({ state: 'lost', seq: 20, recorded: null })
    filled.log().disagreed(again)
    expect(filled.notices).toHaveLength(2)
    expect((await filled.log().verify()).finding, 'of the chain itself').toBeNull()
    const later = new Date(filled.clock.wallMs() + 1_000).toISOString()
    expect(await compared(filled, headsOf(filled, 22), [], later)).toMatchObject({ state: 'equal' })
  })

  it('name the newest committed entry, whatever is still due', async () => {
    const filled = await aFilledLog()
    const before = filled.log().head()
    filled.scan('DUE')
    expect(filled.log().head()).toEqual(before)
    filled.log().flush()
    expect(filled.log().head()).toMatchObject({ seq: 22, logId: before?.logId })
    filled.log().close()
    expect(filled.log().head()).toBeNull()
  })
})
