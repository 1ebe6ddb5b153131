import { describe, expect, it } from 'vitest'
import { createReads } from '../../../../src/renderer/src/data/reads'
import { bulkSteps } from '../../../../src/renderer/src/parts/use-bulk'
import { ANY_ITEM } from '../../../../src/shared/domain/items/item-filter'
import { fakeStation, good, refused } from '../fake-station'
import { aJob, aRow } from '../features/bulk/a-job'

const FROM_FILTER = { kind: 'price', filter: ANY_ITEM } as const
const FROM_FILE = { kind: 'create', name: 'a.csv', content: '', decimal: 'point' } as const

function makePage(answers: Parameters<typeof fakeStation>[0] = {}) {
  const station = fakeStation({
    'bulk:list': () => good([aJob({ jobId: 1 })]),
    'bulk:read': ({ jobId }) => good(aJob({ jobId })),
    'bulk:from-filter': () => good({ jobId: 7 }),
    'bulk:from-file': () => good({ jobId: 8 }),
    ...answers,
  })
  const reads = createReads(station.bridge)
  const asked = (channel: string) =>
    station.asked.filter((one) => one.channel === channel).map(({ request }) => request)
  const page = bulkSteps(station.bridge.requests, reads)
  const job = () => reads.read('bulk:read', { jobId: 5 }).value
  return { station, asked, reads, page, shown: page.shown, job }
}

/** With a draft that is open. */
function openPage(answers: Parameters<typeof fakeStation>[0] = {}) {
  const made = makePage(answers)
  made.page.open(5)
  return made
}

describe('the page of bulk changes', () => {
  it('opens what was drawn up', async () => {
    const { page, shown } = makePage()
    await page.fromFilter(FROM_FILTER)
    expect(shown()).toMatchObject({ jobId: 7, rows: 'all', asking: 0 })
  })

  it('keeps the form of a file that was refused, and says why', async () => {
    const { page, shown } = makePage({
      'bulk:from-file': () => refused('file_unreadable', { file: 'empty' }),
    })
    page.chooseFile('create')
    await page.fromFile(FROM_FILE)
    expect(shown()).toMatchObject({
      fileFor: 'create',
      jobId: null,
      asking: 0,
      error: { code: 'file_unreadable', fields: { file: 'empty' } },
    })
  })

  it('opens nothing of an account that was left meanwhile', async () => {
    let answer = (): void => undefined
    const { page, shown, station } = makePage({
      'bulk:from-filter': () =>
        new Promise((resolve) => {
          answer = () => resolve(good({ jobId: 7 }))
        }),
    })
    const begun = page.fromFilter(FROM_FILTER)
    expect(shown().asking).toBe(1)
    station.emit({ kind: 'station_replaced' })
    answer()
    await begun
    expect(shown()).toMatchObject({ jobId: null, asking: 0 })
  })

  it('corrects one cell after the other, and stops at the first that is refused', async () => {
    const { page, asked } = openPage({
      'bulk:edit': ({ column }) => (column === 1 ? refused('job_state') : good(aJob({ jobId: 5, wrong: 4 }))),
    })
    const cells = [0, 1, 2].map((column) => ({ column, text: `${column}` }))
    expect(await page.edit(3, cells)).toMatchObject({ code: 'job_state' })
    expect(asked('bulk:edit')).toEqual([
      { jobId: 5, row: 3, column: 0, text: '0' },
      { jobId: 5, row: 3, column: 1, text: '1' },
    ])
  })

  it('takes all rows in again, page by page', async () => {
    let left = [1, 2, 3]
    const { page, asked, shown } = openPage({
      'bulk:rows': () => good({ total: 250, rows: left.slice(0, 2).map((row) => aRow({ row })) }),
      'bulk:leave-out': ({ rows }) => {
        left = left.filter((row) => !rows.includes(row as never))
        return good(aJob({ jobId: 5 }))
      },
    })
    await page.takeAllIn()
    expect(asked('bulk:leave-out')).toEqual([
      { jobId: 5, rows: [1, 2], leftOut: false },
      { jobId: 5, rows: [3], leftOut: false },
    ])
    expect(shown()).toMatchObject({ asking: 0, error: null })
  })

  it('shows all rows once it is confirmed, and why it was not', async () => {
    let mayConfirm = false
    const { page, shown, job } = openPage({
      'bulk:confirm': () =>
        mayConfirm ? good(aJob({ jobId: 5, state: 'queueing' })) : refused('confirmation_needed'),
    })
    page.setRows('low')
    expect(await page.confirm(10, false)).toMatchObject({ code: 'confirmation_needed' })
    expect(shown()).toMatchObject({ rows: 'low', error: null })
    mayConfirm = true
    expect(await page.confirm(10, true)).toBeNull()
    expect([shown().rows, job()?.state]).toEqual(['all', 'queueing'])
  })

  it('says at the top of the page why a row was not left out, until something else is done', async () => {
    const { page, shown } = openPage({ 'bulk:leave-out': () => refused('job_state') })
    await page.leaveOut([1], true)
    expect(shown()).toMatchObject({ jobId: 5, asking: 0, error: { code: 'job_state' } })
    page.showList()
    expect(shown()).toMatchObject({ jobId: null, error: null })
  })

  it('is busy until all is answered that is asked at once', async () => {
    const answers: (() => void)[] = []
    const { page, shown } = openPage({
      'bulk:leave-out': () => new Promise((resolve) => answers.push(() => resolve(good(aJob({ jobId: 5 }))))),
    })
    const both = [page.leaveOut([1], true), page.leaveOut([2], true)]
    expect(shown().asking).toBe(2)
    answers[0]?.()
    await both[0]
    expect(shown().asking).toBe(1)
    answers[1]?.()
    await both[1]
    expect(shown().asking).toBe(0)
  })

  it('does not go back to an older answer', async () => {
    const { page, station, job } = openPage()
    const old = station.revision()
    const answers = [
      good(aJob({ jobId: 5, state: 'running' })),
      good(aJob({ jobId: 5, state: 'draft' }), old),
    ]
    station.answers['bulk:pause'] = () => answers.shift() ?? refused('job_state')
    await page.pause(true)
    await page.pause(false)
    expect(job()?.state).toBe('running')
  })

  it('says nothing of one that was left before main answered', async () => {
    let answer = (): void => undefined
    const { page, shown, reads } = openPage({
      'bulk:undo': () =>
        new Promise((resolve) => {
          answer = () => resolve(refused('job_state'))
        }),
    })
    const undone = page.undo()
    page.open(6)
    answer()
    await undone
    expect(shown()).toMatchObject({ jobId: 6, asking: 0, error: null })
    expect(reads.read('bulk:read', { jobId: 6 }).value).toBeNull()
  })

  it('takes what main did to one that was left meanwhile, and nothing of another account', async () => {
    const answers: (() => void)[] = []
    const { page, job, station } = openPage({
      'bulk:pause': () =>
        new Promise((resolve) => answers.push(() => resolve(good(aJob({ jobId: 5, paused: true }))))),
    })
    const paused = page.pause(true)
    page.showList()
    answers[0]?.()
    await paused
    expect(job()?.paused).toBe(true)
    page.open(5)
    const late = page.pause(true)
    station.emit({ kind: 'station_replaced' })
    answers[1]?.()
    await late
    expect(job()).toBeNull()
  })

  it('goes back to the list when somebody else has deleted it, and not while it is deleted here', async () => {
    const gone = { code: 'job_not_found', message: '' } as const
    let answer = (): void => undefined
    const { page, shown } = openPage({
      'bulk:delete': () =>
        new Promise((resolve) => {
          answer = () => resolve(refused('job_state'))
        }),
    })
    page.leaveIfGone({ code: 'unreachable', message: '' })
    const removed = page.remove(5)
    page.leaveIfGone(gone)
    expect(shown()).toMatchObject({ jobId: 5, asking: 1 })
    answer()
    await removed
    page.leaveIfGone(gone)
    expect(shown()).toMatchObject({ jobId: null, error: gone })
  })

  it('deletes a draft and shows the list without it, or says where the result is', async () => {
    const { page, shown, reads } = openPage({
      'bulk:list': () => good([]),
      'bulk:save-result': () => good({ path: '/bulk.csv', rows: 10 }),
      'bulk:delete': () => good(null),
    })
    await page.saveResult(5)
    expect(shown().saved).toEqual({ path: '/bulk.csv', rows: 10 })
    await page.remove(5)
    expect(shown()).toMatchObject({ jobId: null, saved: null })
    expect(reads.read('bulk:list', {}).value).toEqual([])
  })
})
