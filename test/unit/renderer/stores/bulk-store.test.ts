import { describe, expect, it } from 'vitest'
import { createBulkStore } from '../../../../src/renderer/src/stores/bulk-store'
import { rowAt } from '../../../../src/renderer/src/stores/windowed-list'
import { ANY_ITEM } from '../../../../src/shared/domain/items/item-filter'
import { eventually } from '../../../support/eventually'
import { fakeStation, good, refused } from '../fake-station'
import { aJob, aRow } from '../features/bulk/a-job'

const FROM_FILTER = { kind: 'price', filter: ANY_ITEM } as const
const FROM_FILE = { kind: 'create', name: 'a.csv', content: '', decimal: 'point' } as const

function makeStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const station = fakeStation({
    'bulk:list': () => good([aJob({ jobId: 1 })]),
    'bulk:read': ({ jobId }) => good(aJob({ jobId })),
    'bulk:rows': ({ offset }) => good({ total: 250, rows: [aRow({ row: offset + 1 })] }),
    'bulk:from-filter': () => good({ jobId: 7 }),
    'bulk:from-file': () => good({ jobId: 8 }),
    ...answers,
  })
  const asked = (channel: string) =>
    station.asked.filter((one) => one.channel === channel).map(({ request }) => request)
  return { station, asked, store: createBulkStore(station.bridge) }
}

/** With a draft that is open. */
async function openStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const made = makeStore(answers)
  made.store.getState().open(5)
  await eventually(() =>
    expect(made.store.getState()).toMatchObject({ job: { jobId: 5 }, rows: { total: 250 } }),
  )
  return made
}

describe('bulk store', () => {
  it('opens what was drawn up, and shows its rows by what is asked about them', async () => {
    const { store, asked } = makeStore()
    await store.getState().fromFilter(FROM_FILTER)
    await eventually(() => expect(store.getState().job?.jobId).toBe(7))
    store.getState().setShown('wrong')
    store.getState().show(230, 240)
    await eventually(() => expect(rowAt(store.getState().rows, 200)?.row).toBe(201))
    expect(asked('bulk:rows').slice(-2)).toEqual([
      { jobId: 7, shown: 'wrong', offset: 0, limit: 100 },
      { jobId: 7, shown: 'wrong', offset: 200, limit: 100 },
    ])
  })

  it('keeps the form of a file that was refused, and says why', async () => {
    const { store } = makeStore({ 'bulk:from-file': () => refused('file_unreadable', { file: 'empty' }) })
    store.getState().chooseFile('create')
    await store.getState().fromFile(FROM_FILE)
    expect(store.getState()).toMatchObject({
      fileFor: 'create',
      jobId: null,
      busy: false,
      error: { code: 'file_unreadable', fields: { file: 'empty' } },
    })
  })

  it('opens nothing of an account that was left meanwhile', async () => {
    let answer = (): void => undefined
    const { store, station } = makeStore({
      'bulk:from-filter': () =>
        new Promise((resolve) => {
          answer = () => resolve(good({ jobId: 7 }))
        }),
    })
    const begun = store.getState().fromFilter(FROM_FILTER)
    station.emit({ kind: 'station_replaced' })
    answer()
    await begun
    expect(store.getState()).toMatchObject({ jobId: null, busy: false, jobs: null })
  })

  it('reads nothing while nobody looks, and few times in a storm of changes', async () => {
    const { store, station, asked } = makeStore()
    station.emit({ kind: 'bulk_changed' })
    expect(station.asked).toEqual([])
    const leave = store.getState().watch()
    await eventually(() => expect(store.getState().jobs).toHaveLength(1))
    for (let count = 0; count < 50; count += 1) station.emit({ kind: 'bulk_changed' })
    await eventually(() => expect(asked('bulk:list')).toHaveLength(3))
    leave()
    station.emit({ kind: 'bulk_changed' })
    expect(asked('bulk:list')).toHaveLength(3)
  })

  it('corrects one cell after the other, and stops at the first that is refused', async () => {
    const { store, asked } = await openStore({
      'bulk:edit': ({ column }) => (column === 1 ? refused('job_state') : good(aJob({ jobId: 5, wrong: 4 }))),
    })
    const cells = [0, 1, 2].map((column) => ({ column, text: `${column}` }))
    expect(await store.getState().edit(3, cells)).toMatchObject({ code: 'job_state' })
    expect(asked('bulk:edit')).toEqual([
      { jobId: 5, row: 3, column: 0, text: '0' },
      { jobId: 5, row: 3, column: 1, text: '1' },
    ])
  })

  it('takes all rows in again, page by page', async () => {
    let left = [1, 2, 3]
    const { store, asked } = await openStore({
      'bulk:rows': ({ shown }) =>
        good({ total: 250, rows: shown === 'left_out' ? left.slice(0, 2).map((row) => aRow({ row })) : [] }),
      'bulk:leave-out': ({ rows }) => {
        left = left.filter((row) => !rows.includes(row as never))
        return good(aJob({ jobId: 5 }))
      },
    })
    await store.getState().takeAllIn()
    expect(asked('bulk:leave-out')).toEqual([
      { jobId: 5, rows: [1, 2], leftOut: false },
      { jobId: 5, rows: [3], leftOut: false },
    ])
    expect(store.getState()).toMatchObject({ busy: false, error: null })
  })

  it('shows all rows once it is confirmed, and why it was not', async () => {
    let mayConfirm = false
    const { store } = await openStore({
      'bulk:confirm': () =>
        mayConfirm ? good(aJob({ jobId: 5, state: 'queueing' })) : refused('confirmation_needed'),
    })
    store.getState().setShown('low')
    expect(await store.getState().confirm(10, false)).toMatchObject({ code: 'confirmation_needed' })
    expect(store.getState().shown).toBe('low')
    mayConfirm = true
    expect(await store.getState().confirm(10, true)).toBeNull()
    expect(store.getState()).toMatchObject({ shown: 'all', job: { state: 'queueing' } })
  })

  it('does not go back to an older answer', async () => {
    const { store, station } = await openStore()
    const old = station.revision()
    const answers = [
      good(aJob({ jobId: 5, state: 'running' })),
      good(aJob({ jobId: 5, state: 'draft' }), old),
    ]
    station.answers['bulk:pause'] = () => answers.shift() ?? refused('job_state')
    await store.getState().pause(true)
    await store.getState().pause(false)
    expect(store.getState().job?.state).toBe('running')
  })

  it('goes back to the list when somebody else has deleted it', async () => {
    const { store, station } = await openStore()
    const leave = store.getState().watch()
    station.answers['bulk:read'] = () => refused('job_not_found')
    station.emit({ kind: 'bulk_changed' })
    await eventually(() =>
      expect(store.getState()).toMatchObject({
        jobId: null,
        jobs: [{ jobId: 1 }],
        error: { code: 'job_not_found' },
      }),
    )
    leave()
  })

  it('deletes a draft and shows the list, or says where the result is', async () => {
    const { store } = await openStore({
      'bulk:save-result': () => good({ path: '/bulk.csv', rows: 10 }),
      'bulk:delete': () => good(null),
    })
    await store.getState().saveResult()
    expect(store.getState().saved).toEqual({ path: '/bulk.csv', rows: 10 })
    await store.getState().remove()
    expect(store.getState()).toMatchObject({ jobId: null, saved: null })
  })
})
