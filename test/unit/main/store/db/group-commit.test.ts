import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import type { Db } from '../../../../../src/main/store/db/database'
import { createGroupCommit, type GroupCommit } from '../../../../../src/main/store/db/group-commit'
import { readSetting, writeSetting } from '../../../../../src/main/store/tables/settings'
import { makeStation } from '../../../../support/account'
import { rawDb } from '../../../../support/raw-db'

let db: Db
let commits: GroupCommit

beforeEach(() => {
  db = makeStation().db
  commits = createGroupCommit(db)
})

const write = (key: string): Promise<string> =>
  commits.run((tx) => {
    writeSetting(tx, key, 'written')
    return key
  })
const written = (...keys: string[]): (string | null)[] => keys.map((key) => readSetting(db, key))

it('runs the work of one turn in order, and returns each its own value', async () => {
  const order: string[] = []
  const note = (name: string): Promise<string> => commits.run(() => (order.push(name), name))
  expect(await Promise.all([note('a'), note('b'), note('c')])).toEqual(['a', 'b', 'c'])
  expect(order).toEqual(['a', 'b', 'c'])
})

it('commits the work of one turn together', async () => {
  const seen: boolean[] = []
  const both = Promise.all([write('a'), commits.run(() => seen.push(db.inTransaction)), write('b')])
  expect([db.inTransaction, written('a', 'b')]).toEqual([false, [null, null]])
  await both
  expect([seen, written('a', 'b')]).toEqual([[true], ['written', 'written']])
})

it('rolls back what fails, and that alone', async () => {
  const failing = commits.run((tx) => {
    writeSetting(tx, 'failed', 'written')
    throw new Error('no')
  })
  const outcomes = await Promise.allSettled([write('before'), failing, write('after')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(written('before', 'failed', 'after')).toEqual(['written', null, 'written'])
})

it('rolls back what fails when it is alone', async () => {
  const failing = commits.run((tx) => {
    writeSetting(tx, 'failed', 'written')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(written('failed')).toEqual([null])
  await write('later')
  expect(written('later')).toEqual(['written'])
})

it('answers nobody before it is durable, and all of them with the refusal of a full disk', async () => {
  const pages = Number(rawDb(db).pragma('page_count', { simple: true }))
  rawDb(db).pragma(`max_page_count = ${pages}`)
  const fill = (key: string) => commits.run((tx) => writeSetting(tx, key, 'x'.repeat(100_000)))
  const outcomes = await Promise.allSettled([write('small'), fill('large'), fill('larger')])
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
  expect(codes).toEqual(['disk_full', 'disk_full', 'disk_full'])
  expect(written('small', 'large', 'larger')).toEqual([null, null, null])
  rawDb(db).pragma('max_page_count = 1000000')
  await write('later')
  expect(written('later')).toEqual(['written'])
})

it('puts work added during a commit into the next one', async () => {
  const inner: Promise<string>[] = []
  await commits.run(() => inner.push(write('inner')))
  expect(written('inner')).toEqual([null])
  await turn()
  expect(await Promise.all(inner)).toEqual(['inner'])
})
