import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StationEvent } from '../../../src/shared/contract/views'
import { createHurriedClock } from '../../support/clock'
import { compose, imported, nothing, packOldest, type Ask } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'
import { A, B, openMarket, orderIds, rowOf, rows, shown, status, twoBrands } from '../../support/two-brands'

/** A supervisor switches between the accounts of this PC, at one address and at two. */

const evidence = async (ask: Ask) =>
  (await ask('evidence:list', { offset: 0, limit: 50 })).rows.map(({ kind, operator, payload }) => ({
    kind,
    operator,
    payload,
  }))

describe('a switch', () => {
  it('shows the other account’s orders only, asks for no token, and is opened by the next start', async () => {
    const market = await openMarket()
    const { ask, a, b, go, ofA, ofB, close, dataDir } = await twoBrands(market)
    expect(await go(a)).toEqual({ from: b, to: a })
    expect(await orderIds(ask)).toEqual(ofA)
    expect(ofA.filter((id) => ofB.includes(id))).toEqual([])
    await eventually(async () => expect((await status(ask)).gate).toBe('online'))
    await close()
    const again = await compose(dataDir)
    expect(await orderIds(again.ask)).toEqual(ofA)
    expect((await rows(again.ask)).filter(({ atWork }) => atWork)).toMatchObject([{ accountId: a }])
  })

  it('goes to training and back; the address is kept with the account', async () => {
    const market = await openMarket()
    const { ask, a, b, go, ofA } = await twoBrands(market)
    await go('training')
    expect((await ask('settings:read', nothing)).connection.mode).toBe('training')
    expect(await shown(ask)).toMatchObject({ mark: null, others: 2 })
    expect((await rows(ask)).map(({ accountId, atWork }) => [accountId, atWork])).toEqual([
      [a, false],
      [b, false],
      ['training', true],
    ])
    await go(a)
    expect(await orderIds(ask)).toEqual(ofA)
  })

  it('goes on sending what waits in the account that is left, and nothing of it with the other token', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    await market.goOffline()
    await packOldest(ask)
    await packOldest(ask)
    await go(a)
    expect((await ask('settings:read', nothing)).connection.openElsewhere).toBe(2)
    expect(await rowOf(ask, b)).toMatchObject({ open: { waiting: 2, held: 0 }, atWork: false })
    expect((await status(ask)).waiting).toBe(0)
    await packOldest(ask)
    await market.goOnline()
    await ask('station:sync', nothing)
    await eventually(async () => {
      expect(
        (await market.writes()).map(({ account, outcome }) => `${account} ${outcome}`).toSorted(),
      ).toEqual(['a 201', 'b 201', 'b 201'])
      expect(await rowOf(ask, b)).toMatchObject({ open: { waiting: 0 }, gate: null })
    })
    // Sent without anybody having looked; it is there when B is opened again.
    await go(b)
    expect((await ask('outbox:list', { view: 'all', offset: 0, limit: 9 })).rows).toMatchObject([
      { state: 'confirmed' },
      { state: 'confirmed' },
    ])
  })

  it('goes on sending it after a restart, too, and tells the window of no order of it', async () => {
    const market = await openMarket()
    const { ask, a, b, go, close, dataDir } = await twoBrands(market)
    await market.goOffline()
    const { order } = await packOldest(ask)
    await go(a)
    await close()
    await market.goOnline()
    const again = await compose(dataDir, {}, false, createHurriedClock(60))
    const told: StationEvent[] = []
    again.packbench.onEvent((event) => told.push(event))
    await eventually(async () => {
      expect(await market.writes()).toEqual([{ account: 'b', outcome: 201 }])
      expect(told.map(({ kind }) => kind)).toContain('accounts_changed')
    })
    const named = told.flatMap((event) => (event.kind === 'orders_changed' ? (event.orderIds ?? []) : []))
    expect(named).not.toContain(order.orderId)
    expect(await rowOf(again.ask, b)).toMatchObject({ open: { waiting: 0 }, gate: null, atWork: false })
    expect((await rowOf(again.ask, a)).atWork).toBe(true)
  })

  it('back to an account that still sends takes it over as it is (I3)', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    await market.goOffline()
    await packOldest(ask)
    for (let times = 0; times < 5; times++) {
      await go(a)
      await go(b)
    }
    expect((await status(ask)).waiting).toBe(1)
    await market.goOnline()
    await ask('station:sync', nothing)
    await eventually(async () => expect((await status(ask)).waiting).toBe(0))
    expect(await market.writes()).toEqual([{ account: 'b', outcome: 201 }])
  })

  it('is refused while an order is on the bench', async () => {
    const market = await openMarket()
    const { ask, refusal, a, ofB } = await twoBrands(market)
    await ask('packing:put', { orderId: ofB[0] ?? 0 })
    expect((await refusal('accounts:switch', { accountId: a })).code).toBe('bench_in_use')
    await ask('packing:put', { orderId: null })
    await ask('accounts:switch', { accountId: a })
  })

  it('is in both evidence logs, with the operator and the person who approved it', async () => {
    const market = await openMarket()
    const { ask, refusal, a, b, go } = await twoBrands(market)
    const { sam, pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    const request = { accountId: a, repair: false }
    expect(await refusal('accounts:switch', request)).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'switch_account', lend: 'possible' },
    })
    await ask('operators:lend', { channel: 'accounts:switch', request, by: { badge: sam.badge } })
    await ask('accounts:switch', request)
    await ask('operators:sign-in', { badge: sam.badge })
    expect(await evidence(ask)).toContainEqual({
      kind: 'account_switched',
      operator: 'Pat',
      payload: { ...request, from: b, to: a, approvedBy: 'Sam' },
    })
    await go(b)
    expect(await evidence(ask)).toEqual(
      expect.arrayContaining([
        { kind: 'account_switched', operator: 'Pat', payload: { to: a, approvedBy: 'Sam' } },
        {
          kind: 'account_switched',
          operator: 'Sam',
          payload: { accountId: b, repair: false, from: a, to: b },
        },
      ]),
    )
    expect((await ask('evidence:verify', nothing)).finding).toBeNull()
  })

  it('needs no supervisor where this PC lets packers switch', async () => {
    const market = await openMarket()
    const { ask, a } = await twoBrands(market)
    await ask('settings:save-preferences', { accounts: { packersSwitch: true } })
    const { pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await ask('accounts:switch', { accountId: a })
  })

  it('to an account whose token is refused says so, as a start would, and loses nothing', async () => {
    const market = await openMarket()
    const { ask, a, go, ofA } = await twoBrands(market)
    await market.control.setAccessToken('a', 'revoked')
    await go(a)
    await eventually(async () => expect((await status(ask)).gate).toBe('unauthorized'))
    expect(await orderIds(ask)).toEqual(ofA)
  })

  it('leaves an environment’s token to its own account, also after a restart', async () => {
    const market = await openMarket()
    const { close, dataDir, a, b, ofA, ofB } = await twoBrands(market)
    await close()
    const env = { baseUrl: market.baseUrl, accessToken: B, warehouseId: 1 }
    const first = await compose(dataDir, env)
    expect(await orderIds(first.ask)).toEqual(ofB)
    await first.ask('accounts:switch', { accountId: a })
    expect(await orderIds(first.ask)).toEqual(ofA)
    await eventually(async () => expect((await status(first.ask)).gate).toBe('online'))
    await first.close()
    const second = await compose(dataDir, env)
    expect(await orderIds(second.ask)).toEqual(ofA)
    await eventually(async () => expect((await status(second.ask)).gate).toBe('online'))
    expect(await market.writes()).toEqual([])
    // IT decides about addresses.
    expect((await second.refusal('accounts:switch', { accountId: 'training' })).code).toBe('provisioned')
    await second.ask('accounts:switch', { accountId: b })
  })
})

describe('accounts at two addresses', () => {
  it('keep their orders apart even under equal numbers', async () => {
    const [one, other] = [await openMarket(5), await openMarket(5)]
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await ask('settings:connect', one.to(A))
    await imported(ask)
    const [first = ''] = readdirSync(join(dataDir, 'live'))
    await ask('settings:connect', other.to(A))
    await imported(ask)
    await other.goOffline()
    const { order } = await packOldest(ask)
    await ask('accounts:switch', { accountId: first })
    const same = await ask('packing:open', { orderId: order.orderId })
    expect(same.shipments).toEqual([])
    await other.goOnline()
    await eventually(async () =>
      expect((await other.control.readOrder(order.orderId)).shipments).toHaveLength(1),
    )
    expect((await one.control.readOrder(order.orderId)).shipments).toEqual([])
  })
})
