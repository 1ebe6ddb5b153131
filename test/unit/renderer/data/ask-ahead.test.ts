import { expect, it } from 'vitest'
import type { Requests } from '../../../../src/shared/contract/bridge'
import type { StationEvent } from '../../../../src/shared/contract/views'
import { askAhead, readFirstAnswers } from '../../../../src/renderer/src/data/ask-ahead'
import { FIRST_PAGE } from '../../../../src/shared/domain/station/first-screen'

/** Main that answers each question with how many were asked before it, which is its revision, too. */
function setUp() {
  const asked: string[] = []
  const listeners = new Set<(event: StationEvent) => void>()
  const answer = (channel: string) => async (request: unknown) => {
    asked.push(`${channel} ${JSON.stringify(request)}`)
    return { ok: true, value: asked.length, revision: asked.length }
  }
  const channels = ['station:bootstrap', 'packing:queue', 'station:notices', 'outbox:list']
  const main = Object.fromEntries(
    channels.map((channel) => [channel, answer(channel)]),
  ) as unknown as Requests
  const requests = askAhead(main, (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  const news = (revision: number) =>
    [...listeners].forEach((listener) => listener({ kind: 'outbox_changed', revision }))
  return { requests, asked, news }
}

const FIRST = ['station:bootstrap {}', `packing:queue ${JSON.stringify(FIRST_PAGE)}`, 'station:notices {}']

it('requests the first screen before any component does, and answers the first that asks', async () => {
  const { requests, asked } = setUp()
  expect(asked).toEqual(FIRST)
  expect(await requests['station:bootstrap']({})).toEqual({ ok: true, value: 1, revision: 1 })
  expect(await requests['packing:queue'](FIRST_PAGE)).toEqual({ ok: true, value: 2, revision: 2 })
  expect(asked).toEqual(FIRST)
})

it('gives each answer once', async () => {
  const { requests, asked } = setUp()
  await requests['station:bootstrap']({})
  await requests['station:bootstrap']({})
  expect(asked).toEqual([...FIRST, 'station:bootstrap {}'])
})

it('calls main for a different request', async () => {
  const { requests, asked } = setUp()
  const search = { ...FIRST_PAGE, search: '12' }
  expect(await requests['packing:queue'](search)).toEqual({ ok: true, value: 4, revision: 4 })
  expect(asked.at(-1)).toBe(`packing:queue ${JSON.stringify(search)}`)
})

it('asks again for an answer that is older than an event, and for no other', async () => {
  const { requests, asked, news } = setUp()
  news(2)
  expect(await requests['station:bootstrap']({})).toEqual({ ok: true, value: 4, revision: 4 })
  expect(await requests['packing:queue'](FIRST_PAGE)).toEqual({ ok: true, value: 2, revision: 2 })
  expect(asked).toHaveLength(4)
})

it.each([
  [' null ', null],
  ['{"told":1,"answers":{}}', { told: 1, answers: {} }],
])('reads the answers that came with the page: %s', (textContent, answers) => {
  const page = { getElementById: (id: string) => (id === 'first-answers' ? { textContent } : null) }
  expect(readFirstAnswers(page as unknown as Document)).toEqual(answers)
})
