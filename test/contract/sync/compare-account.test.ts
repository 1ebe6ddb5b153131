import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createPartnerClient } from '../../../src/main/partner/client'
import { compareAccount } from '../../../src/main/sync/connection/compare-account'
import { judgeAccount } from '../../../src/main/sync/connection/judge-account'
import { makeStation } from '../../support/account'
import { makeOrder } from '../../support/orders'

/** A marketplace whose list shows these orders, and which serves single ones as specified. */
async function askAbout(listed: readonly number[], readable: readonly number[]) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const [, id] = /^\/api\/v1\.0\/orders\/(\d+)$/.exec(pathname) ?? []
    response.setHeader('content-type', 'application/json')
    if (pathname === '/api/v1.0/orders')
      response.end(JSON.stringify(listed.map((one) => makeOrder({ id: one }))))
    else if (readable.includes(Number(id))) response.end(JSON.stringify(makeOrder({ id: Number(id) })))
    else response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createPartnerClient({
    baseUrl,
    accessToken: () => 'token',
    nowMs: Date.now,
    userAgent: 'test',
  })
  onTestFinished(async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
  })
  const station = makeStation({ baseUrl })
  station.take(makeOrder({ id: 1 }), makeOrder({ id: 2 }))
  const facts = await compareAccount(station.db, client)
  return { facts, verdict: judgeAccount(facts) }
}

it('a list of unknown orders alone does not prove another account while single reads answer 404 to all', async () => {
  const { facts, verdict } = await askAbout([101, 102, 103], [])
  expect(facts).toMatchObject({ answered: false, shown: 0, missing: 2, unknown: 0 })
  expect(verdict).toBe('unclear')
})

it('readable orders in the list, while no known one is readable, prove another account', async () => {
  const { facts, verdict } = await askAbout([101, 102, 103], [101, 102, 103])
  expect(facts).toMatchObject({ answered: true, shown: 0, missing: 2, unknown: 3 })
  expect(verdict).toBe('other')
})

it('orders that fill the list prove nothing if known ones can be read', async () => {
  const { verdict } = await askAbout([101, 102, 103], [1, 2, 101])
  expect(verdict).toBe('same')
})
