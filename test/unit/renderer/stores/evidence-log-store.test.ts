import { expect, it } from 'vitest'
import { createEvidenceLogStore } from '../../../../src/renderer/src/stores/evidence-log-store'
import type { EvidenceView } from '../../../../src/shared/contract/evidence-views'
import { fakeStation, good, refused } from '../fake-station'

const entry = (seq: number): EvidenceView => ({
  seq,
  at: '2026-11-21T10:00:00.000Z',
  operator: 'Ada',
  kind: 'scan',
  payload: {},
  orderKnown: false,
})

/** A log of so many entries; one more is recorded with every request. */
function aLog(count: number) {
  let newest = count
  const saved: unknown[][] = []
  const station = fakeStation({
    'evidence:list': ({ offset, limit }) => {
      const total = newest
      newest += 1
      const first = total - offset
      const rows = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, index) =>
        entry(first - index),
      )
      return good({ total, rows })
    },
    'evidence:save': ({ table }) => {
      saved.push(...table.rows)
      return good({ path: '/x/evidence.csv', rows: table.rows.length })
    },
  })
  return { station, saved, store: createEvidenceLogStore(station.bridge) }
}

it('saves every listed entry once, also while others are recorded', async () => {
  const { store, saved, station } = aLog(1_200)
  store.getState().setFilter({ operator: 'Ada' })
  await store.getState().saveList(['Entry'], ({ seq }) => [seq])
  const seqs = saved.map(([seq]) => seq)
  expect(new Set(seqs).size).toBe(seqs.length)
  expect(seqs).toEqual(expect.arrayContaining([1_200, 1]))
  expect(store.getState()).toMatchObject({ busy: null, failure: null, saved: { path: '/x/evidence.csv' } })
  const asked = station.asked.filter(({ channel }) => channel === 'evidence:list')
  expect(asked.at(-1)?.request).toMatchObject({ operator: 'Ada', kind: null })
})

it('saves the newest of a list that is too long, and says how many there are', async () => {
  const { store, saved } = aLog(25_000)
  await store.getState().saveList(['Entry'], ({ seq }) => [seq])
  expect(saved.length).toBeLessThanOrEqual(10_000)
  expect(saved.length).toBeGreaterThan(9_900)
  expect(saved[0]).toEqual([25_000])
  expect(store.getState().saved?.total).toBeGreaterThanOrEqual(25_000)
})

it('says why the list could not be saved', async () => {
  const { store, station } = aLog(3)
  station.answers['evidence:save'] = () => refused('disk_full')
  await store.getState().saveList(['Entry'], ({ seq }) => [seq])
  expect(store.getState()).toMatchObject({ busy: null, saved: null, failure: { code: 'disk_full' } })
})
