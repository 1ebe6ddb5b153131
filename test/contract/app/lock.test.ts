import { describe, expect, it } from 'vitest'
import { openDoor } from '../../../src/main/hosts/browser/door'
import { startBrowserServer } from '../../../src/main/hosts/browser/server'
import { createPrintPages } from '../../../src/main/hosts/print-pages'
import type { StationEvent } from '../../../src/shared/contract/views'
import { createManualClock } from '../../support/clock'
import { compose, FIRST_PAGE, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/**
 * An unattended station: which events it sends, what survives a restart, and that nothing is done in anybody's name.
 */

async function aStation() {
  const market = await openMarket()
  const dataDir = tempDir()
  const station = await compose(dataDir, market.live)
  await imported(station.ask)
  return { ...station, market, dataDir }
}

describe('a locked station', () => {
  it('stays locked after a restart, and after signing out', async () => {
    const { ask, dataDir, market, close } = await aStation()
    const { pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await ask('operators:lock', nothing)
    await ask('operators:sign-out', nothing)
    expect((await ask('station:bootstrap', nothing)).signIn.barred).toBe('station_locked')
    await close()
    const again = await compose(dataDir, market.live)
    expect((await again.ask('station:bootstrap', nothing)).signIn.barred).toBe('station_locked')
    expect(await again.refusal('packing:queue', FIRST_PAGE)).toMatchObject({ code: 'station_locked' })
    expect(await again.refusal('station:leave', { how: 'quit', exportOps: true })).toMatchObject({
      code: 'station_locked',
    })
  })

  it('keeps the operator signed in over a restart', async () => {
    const { ask, dataDir, market, close } = await aStation()
    const { pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await close()
    const again = await compose(dataDir, market.live)
    expect((await again.ask('station:bootstrap', nothing)).signIn).toMatchObject({
      barred: null,
      signedIn: { name: 'Pat', role: 'packer' },
    })
  })

  it('records nothing in the name of the operator who left', async () => {
    const { ask, refusal } = await aStation()
    const { pat, sam } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await ask('operators:lock', nothing)
    const entries = [
      {
        ...{ kind: 'scan' as const, raw: 'FORGED', verdict: 'line_chosen', command: null },
        ...{ orderId: null, lineId: null },
      },
    ]
    await refusal('evidence:record', { entries })
    await refusal('orders:cancel', { orderId: 5 })
    await ask('operators:sign-in', { badge: sam.badge })
    const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
    expect(JSON.stringify(rows)).not.toContain('FORGED')
    const refused = rows.filter(({ payload }) => payload['refused'] === 'station_locked')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.operator).not.toBe('Pat')
  })

  it('sends its window no order and no neighbor, and catches up after the badge', async () => {
    const { ask, packbench, market } = await aStation()
    const { pat } = await hire(ask)
    const events: StationEvent[] = []
    packbench.onEvent((event) => events.push(event))
    await ask('operators:sign-in', { badge: pat.badge })
    const { order } = await packOldest(ask)
    await ask('operators:lock', nothing)
    events.length = 0
    await market.control.changeOrder(order.orderId, { action: 'cancelOrder' })
    packbench.wake('test')
    // The engine's own events are still sent, without orders.
    await expect.poll(() => events.some(({ kind }) => kind === 'status')).toBe(true)
    const kinds = () => new Set(events.map(({ kind }) => kind))
    expect([...kinds()].filter((kind) => kind !== 'status' && kind !== 'sign_in_changed')).toEqual([])
    await ask('operators:sign-in', { badge: pat.badge })
    for (const kind of [
      'orders_changed',
      'outbox_changed',
      'items_changed',
      'notices_changed',
      'lan_changed',
    ])
      expect(kinds()).toContain(kind)
  })

  it('embeds no orders in the page, not even orders read ahead', async () => {
    const { ask, packbench } = await aStation()
    const { pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    const page =
      '<meta nonce="__CSP_NONCE__"><script type="application/json" id="first-answers">\n null\n</script>'
    const files = new Map([
      ['/index.html', { contentType: 'text/html; charset=utf-8', body: Buffer.from(page), immutable: false }],
    ])
    const door = await openDoor(0)
    const server = await startBrowserServer(
      { packbench, files, printPages: createPrintPages(), announce: () => undefined },
      door,
    )
    try {
      await ask('operators:lock', nothing)
      const locked = await (await fetch(server.newLink())).text()
      expect(locked).toContain('"answers":{}')
      await ask('operators:sign-in', { badge: pat.badge })
      const open = await (await fetch(server.newLink())).text()
      expect(open).toContain('"rows":[{')
    } finally {
      await server.close()
    }
  })

  it('shows only the list of operators at the start', async () => {
    const { ask, refusal } = await aStation()
    await hire(ask)
    expect(await refusal('packing:queue', FIRST_PAGE)).toMatchObject({ code: 'sign_in_needed' })
    const bootstrap = await ask('station:bootstrap', nothing)
    expect(bootstrap.signIn).toMatchObject({ barred: 'sign_in_needed', signedIn: null, mayManage: false })
    expect(bootstrap.lan.stations).toEqual([])
    expect(JSON.stringify(bootstrap)).not.toMatch(/PBXB/)
  })
})

describe('idle time', () => {
  it('is measured in main: reading does not count, working and touching do', async () => {
    const market = await openMarket()
    const clock = createManualClock(Date.now())
    const { ask, packbench } = await compose(tempDir(), market.live, false, clock)
    const { sam } = await hire(ask)
    await ask('operators:sign-in', { badge: sam.badge })
    await ask('settings:save-preferences', { lock: { signInNeeded: false, idleMinutes: 5 } })
    const events: StationEvent[] = []
    packbench.onEvent((event) => events.push(event))
    clock.advance(240_000)
    await ask('operators:active', nothing)
    clock.advance(240_000)
    await ask('packing:queue', FIRST_PAGE)
    expect(packbench.isBarred()).toBe(false)
    clock.advance(60_000)
    expect(packbench.isBarred()).toBe(true)
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'sign_in_changed',
        signIn: expect.objectContaining({ barred: 'station_locked' }),
      }),
    )
  })
})
