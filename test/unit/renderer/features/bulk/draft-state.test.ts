import { expect, it } from 'vitest'
import { isJudged, obstacleOf } from '../../../../../src/renderer/src/features/bulk/draft-state'
import type { BulkJobView } from '../../../../../src/shared/contract/bulk'
import { EMPTY_SPEC } from '../../../../../src/shared/domain/items/bulk-job'
import { aJob } from './a-job'

const file = { from: 'file', name: 'a.csv', headings: [] } as const
const columns = (...names: (string | null)[]) => ({ ...EMPTY_SPEC, columns: names })

it.each<[why: string | null, job: Partial<BulkJobView>, isTyping?: boolean]>([
  [null, {}],
  [null, { low: 3 }],
  [null, { kind: 'delist', spec: EMPTY_SPEC }],
  [null, { source: file, spec: columns('external_id', 'price') }],
  [null, { source: file, kind: 'delist', spec: columns('mpn', null) }],
  ['waiting', { state: 'checking', wrong: 2 }, true],
  ['unsaved', { wrong: 2 }, true],
  ['columns', { source: file, spec: columns('price'), wrong: 10 }],
  ['columns', { source: file, kind: 'create', spec: columns('title', 'price') }],
  ['rule', { spec: EMPTY_SPEC, wrong: 10 }],
  ['rule', { source: file, spec: columns('external_id'), wrong: 10 }],
  ['rule', { kind: 'discount', wrong: 10 }],
  ['wrong', { wrong: 1 }],
  ['empty', { leftOut: 10 }],
])('has the obstacle %s with %j', (why, job, isTyping = false) => {
  expect(obstacleOf(aJob(job), isTyping)).toBe(why)
})

it('knows whether problems of rows mean anything yet', () => {
  expect(isJudged(aJob())).toBe(true)
  expect(isJudged(aJob({ spec: EMPTY_SPEC }))).toBe(false)
  expect(isJudged(aJob({ source: file, spec: columns('price') }))).toBe(false)
})
