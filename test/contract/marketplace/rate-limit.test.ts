import { describe, expect, test } from 'vitest'
import { itemBody, SECOND_TOKEN, startBench, type Bench } from './harness'

async function create(bench: Bench): Promise<string> {
  const created = await bench.call<{ item_number: string }>('POST', '/items', { body: itemBody() })
  expect(created.status).toBe(201)
  return created.body.item_number
}

describe('rate of item writes', () => {
  test('create, update and delete share a window; reads are free', async () => {
    const bench = await startBench({ settings: { itemWriteLimit: 3, itemWriteWindowMs: 10_000 } })
    const itemNumber = await create(bench)
    await bench.control.runJobs(true)
    expect((await bench.call('PUT', `/items/${itemNumber}`, { body: { price: 1 } })).status).toBe(202)
    expect((await bench.call('DELETE', `/items/${itemNumber}`)).status).toBe(202)
    bench.clock.ms += 4_000
    for (const [method, path] of [
      ['POST', '/items'],
      ['PUT', `/items/${itemNumber}`],
      ['DELETE', `/items/${itemNumber}`],
    ] as const) {
      const refused = await bench.call(method, path, method === 'DELETE' ? {} : { body: itemBody() })
      expect([refused.status, refused.text, refused.headers.get('retry-after')]).toEqual([429, '', '6'])
    }
    expect((await bench.call('GET', `/items/${itemNumber}`)).status).toBe(200)
    const other = await bench.call('POST', '/items', { body: itemBody(), token: SECOND_TOKEN })
    expect(other.status, 'each account has its own window').toBe(201)
    bench.clock.ms += 6_000
    await create(bench)
  })

  test('Retry-After can be a date or nothing', async () => {
    const bench = await startBench({ settings: { itemWriteLimit: 1, retryAfter: 'date' } })
    await create(bench)
    const dated = await bench.call('POST', '/items', { body: itemBody() })
    expect(dated.headers.get('retry-after')).toBe('Fri, 20 Nov 2026 10:01:00 GMT')
    await bench.control.changeSettings({ retryAfter: 'none' })
    const bare = await bench.call('POST', '/items', { body: itemBody() })
    expect([bare.status, bare.headers.get('retry-after')]).toEqual([429, null])
  })
})
