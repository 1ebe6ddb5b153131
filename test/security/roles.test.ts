import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ANY_ITEM } from '../../src/shared/domain/items/item-filter'
import { REQUEST_CHANNELS, type RequestChannel } from '../../src/shared/contract/channels'
import { ANY_ORDER, NEWEST_FIRST } from '../../src/shared/domain/orders/order-desk'
import type { RequestOf } from '../../src/shared/contract/requests'
import { compose, imported, nothing, openMarket, packOldest } from '../support/composed'
import { hire } from '../support/people'
import { tempDir } from '../support/temp-dir'

/**
 * Every call at a locked station, signed out, as a packer, as a supervisor and at a station without operators. The
 * table is written out here and shares nothing with the one under test.
 */

type Who = 'anyone' | 'packer' | 'supervisor'
type Case<C extends RequestChannel> = { who: Who; ask: RequestOf<C> }
const a = (ask: unknown): Case<never> => ({ who: 'anyone', ask: ask as never })
const p = (ask: unknown): Case<never> => ({ who: 'packer', ask: ask as never })
const s = (ask: unknown): Case<never> => ({ who: 'supervisor', ask: ask as never })

const NO_ORDER = { orderId: 999_999_999 }
const SEQ = { seq: 999_999_999 }
const SHIPMENT = randomUUID()
const TIMES = { shippedAt: null, expectedToDeliverAt: null, deliveredAt: null, canceledAt: null }
const NO_CARRIER = { carrier: null, trackingNumber: null, trackingUrl: null }
const MOVE = { shipmentId: SHIPMENT, ...NO_CARRIER, ...TIMES, confirmedUnusual: false }
const LIST = { view: 'to_pack', search: '', offset: 0, limit: 10 }
const PACK = { ...NO_ORDER, lineIds: [1], ...NO_CARRIER, warehouseId: 1 }
const ITEM = { itemNumber: 'NOT-THERE' }
const RIBBON = { sku: 'BAG-1', condition: null, text: 'Ribbon', picture: null, confirm: false }
const JOB = { jobId: 1 }
const SETTINGS = {
  ...{ warehouseId: 1, currency: 'USD', timeZone: null, transitDays: 3, carrier: '', operator: '' },
  ...{ purgeDays: 0, evidenceMonths: 0, archiveDays: 0 },
}
const SCAN = {
  ...{ kind: 'scan', raw: 'FORGED', verdict: 'line_chosen' },
  ...{ command: null, orderId: null, lineId: null },
}
const FREE_COAT = {
  ...{ title: 'Coat', price: 0, msrp: 0, brand_id: 1, category_id: 1, warehouse_id: 1, quality: 'new' },
  photos: [],
}
const DESK = { filter: ANY_ORDER, sort: NEWEST_FIRST }
const DOCK = { mode: 'ship', carrier: null }
const ON_PAPER = (document: unknown) => ({ document, locale: 'en' })
const NAMELESS = {
  operatorId: randomUUID(),
  name: 'X',
  role: 'packer',
  active: true,
  pin: null,
  newBadge: false,
}

/** Requests that get as far as they may and change nothing that a later one needs. */
const CALLS: Record<RequestChannel, readonly Case<never>[]> = {
  'station:bootstrap': [a({})],
  'diagnostics:read': [p({})],
  'diagnostics:save': [p({})],
  'diagnostics:export-setup': [s({})],
  'packing:queue': [p(LIST)],
  'packing:counts': [p({ view: 'to_pack' })],
  'packing:picks': [p({ orders: 10, filter: 'any' })],
  'packing:next': [p({ after: null })],
  'boxes:of-order': [p(NO_ORDER)],
  'put-wall:read': [p({})],
  'put-wall:of-order': [p(NO_ORDER)],
  'put-wall:scan': [p({ codes: ['X'] })],
  'put-wall:take-out': [p({})],
  'put-wall:clear': [p({ slot: 1 })],
  'packing:open': [p(NO_ORDER)],
  'packing:copy': [p(NO_ORDER)],
  'packing:timeline': [p(NO_ORDER)],
  'packing:refresh': [p(NO_ORDER)],
  'packing:scan': [p({ codes: ['X'] })],
  'packing:pack': [p(PACK)],
  'packing:move': [
    p({ ...MOVE, move: 'ship' }),
    p({ ...MOVE, move: 'deliver' }),
    p({ ...MOVE, move: 'deliver', confirmedUnusual: true }),
    p({ ...MOVE, move: 'cancel' }),
    s({ ...MOVE, move: 'cancel', confirmedUnusual: true }),
  ],
  'photos:keep': [p({ shipmentId: SHIPMENT, image: '/9j/4P/Z' })],
  'photos:missed': [p({ shipmentId: SHIPMENT, why: 'camera_missing' })],
  'photos:read': [p({ shipmentId: SHIPMENT })],
  'instructions:read': [p({})],
  'instructions:picture': [p({ name: 'ribbon.png' })],
  'instructions:of-item': [p(ITEM)],
  'instructions:list': [p({ search: '' })],
  'instructions:write': [s({ seen: 'a'.repeat(64), row: null, instruction: RIBBON, upload: null })],
  'instructions:remove': [s({ seen: 'a'.repeat(64), row: 2 })],
  'labels:list': [p({})],
  'labels:of-order': [p(NO_ORDER)],
  'labels:print': [p({ ...NO_ORDER, sha256: 'a'.repeat(64), again: false })],
  'labels:preview-numbers': [s({ name: 'empty.csv', content: '' })],
  'labels:give-numbers': [s({ name: 'empty.csv', content: '', seen: 'a'.repeat(64) })],
  'labels:given-numbers': [p({})],
  'labels:take-back-numbers': [s({ fileName: 'x.csv', givenAt: '2026-11-21T10:00:00.000Z', orderId: null })],
  'photos:export': [s({ shipmentId: SHIPMENT })],
  'statistics:payouts': [s({ from: '2026-11-01', to: '2026-11-30' })],
  'statistics:save-payouts': [
    s({ name: 'days', from: '2026-11-01', to: '2026-11-30', table: { columns: ['a'], rows: [[1]] } }),
  ],
  'archive:months': [p({})],
  'archive:search': [p({ search: '' })],
  'archive:export': [s({ month: '2026-01' })],
  'orders:cancel': [s(NO_ORDER)],
  'orders:delete-buyer': [s(NO_ORDER)],
  'orders:refund': [s({ ...NO_ORDER, amountCents: 90_000, confirmedLarge: true })],
  'codes:teach': [p({ ...NO_ORDER, code: 'X', lineId: 1 })],
  'codes:from-file': [s({ name: 'empty.csv', content: '' })],
  'codes:of-item': [p({ itemNumber: 'X' })],
  'codes:forget': [p({ code: 'X', by: 'mpn', value: 'X', size: null })],
  'codes:correct': [p({ code: 'X', by: 'mpn', value: 'X', size: null, item: 'NONE' })],
  'orders:hold': [p({ ...NO_ORDER, reason: 'x' }), p({ ...NO_ORDER, reason: null })],
  'orders:list': [p({ ...DESK, offset: 0, limit: 10 })],
  'orders:count': [p({ filter: ANY_ORDER })],
  'orders:choices': [p({})],
  'orders:save': [s(DESK)],
  'orders:filters': [p({})],
  'orders:keep-filter': [s({ ...DESK, filterId: null, name: 'X', usual: true })],
  'orders:drop-filter': [s({ filterId: SHIPMENT })],
  'outbox:list': [p({ view: 'open', offset: 0, limit: 10 })],
  'outbox:read': [p(SEQ)],
  'outbox:answer': [
    p({ ...SEQ, answer: 'check', reason: '' }),
    s({ ...SEQ, answer: 'resend', reason: '' }),
    s({ ...SEQ, answer: 'discard', reason: 'x' }),
  ],
  'outbox:adopt': [s({ ...SEQ, serverId: 1, cancel: [] })],
  'outbox:correct': [s({ ...SEQ, packedAt: null, ...TIMES, reason: 'x' })],
  'outbox:export': [s({})],
  'outbox:save': [s({ table: { columns: ['a'], rows: [['=1']] } })],
  'outbox:import': [s({ content: '{}' })],
  'station:notices': [p({})],
  'station:acknowledge': [p({ noticeId: 999 })],
  'items:list': [p({ filter: ANY_ITEM, sort: { by: 'title', descending: false }, offset: 0, limit: 1 })],
  'items:facets': [p({})],
  'items:refresh': [p({})],
  'items:save': [s({ table: { columns: ['a'], rows: [['=1']] } })],
  'items:read': [p(ITEM)],
  'items:create': [s({ body: FREE_COAT })],
  'items:draft': [p({})],
  'items:keep-draft': [p({ draft: '{}' })],
  'items:used-values': [p({})],
  'items:update': [s({ ...ITEM, priceCents: 0, maxDiscountPercent: null })],
  'items:delist': [s(ITEM)],
  'items:categories': [p({ refresh: false })],
  'items:of-category': [p({ categoryId: 1 })],
  'items:category': [p({ refresh: false })],
  'bulk:list': [p({})],
  'bulk:read': [p(JOB)],
  'bulk:rows': [p({ ...JOB, shown: 'all', offset: 0, limit: 10 })],
  'bulk:from-filter': [s({ kind: 'price', filter: { ...ANY_ITEM, states: ['none'] } })],
  'bulk:from-file': [s({ kind: 'price', name: 'empty.csv', content: '', decimal: 'point' })],
  'bulk:change-back': [s(JOB)],
  'bulk:set-up': [s(JOB)],
  'bulk:edit': [s({ ...JOB, row: 1, column: 0, text: '' })],
  'bulk:leave-out': [s({ ...JOB, rows: [1], leftOut: true })],
  'bulk:delete': [s(JOB)],
  'bulk:confirm': [s({ ...JOB, rows: 1, belowFloor: false }), s({ ...JOB, rows: 1, belowFloor: true })],
  'bulk:pause': [s({ ...JOB, paused: true })],
  'bulk:undo': [s(JOB)],
  'bulk:save-result': [s(JOB)],
  'station:confirm-clock': [s({})],
  'station:backups': [s({})],
  'station:back-up': [s({})],
  'station:restore': [s({ name: 'no-such-backup' })],
  'updates:read': [s({})],
  'warehouse:read': [p({})],
  'warehouse:wall': [a({})],
  'warehouse:remove-station': [s({ stationId: SHIPMENT })],
  'updates:look': [s({})],
  // Refused for another reason, because there is none.
  'updates:install': [s({})],
  'station:leave': [
    // Refused for another reason, because an operation is open.
    p({ how: 'quit', exportOps: false }),
    s({ how: 'reset', exportOps: false }),
  ],
  'station:sync': [p({})],
  'settings:read': [p({})],
  'settings:save': [s(SETTINGS)],
  'settings:connect': [s({ baseUrl: 'https://example.com', accessToken: 'x' })],
  'settings:train': [s({})],
  'accounts:list': [p({})],
  'accounts:switch': [s({ accountId: 'no-such-account' })],
  'accounts:save': [s({ accountId: 'no-such-account', name: 'X', color: 'blue' })],
  'settings:save-preferences': [
    a({ sound: { volume: 0.5, speech: false } }),
    a({ language: { locale: null, dateFormat: null } }),
    s({ lock: { signInNeeded: false, idleMinutes: 0 } }),
    s({ money: { refundAskAboveCents: 1_000_000 } }),
    s({
      sound: { volume: 0.5, speech: false },
      printing: { slipWhenPacked: false },
    }),
  ],
  'training:drill': [p({ drill: 'network_gone', on: false })],
  'training:barcode': [p({ code: 'X' })],
  'print:printers': [p({})],
  'print:document': [
    p(ON_PAPER({ kind: 'command_sheet' })),
    s(ON_PAPER({ kind: 'order_list', ...DESK })),
    p(ON_PAPER({ kind: 'packing_slip', shipmentId: SHIPMENT })),
    s(ON_PAPER({ kind: 'badges', operatorId: null })),
  ],
  'print:logo': [p({})],
  'print:save-logo': [s({ picture: null })],
  'evidence:record': [p({ entries: [SCAN] })],
  'evidence:list': [s({ offset: 0, limit: 10 })],
  'evidence:choices': [s({})],
  'evidence:verify': [s({})],
  'evidence:export': [s({})],
  'evidence:save': [s({ table: { columns: ['a'], rows: [['=1']] } })],
  'statistics:read': [p({ days: 7 })],
  'statistics:save': [p({ name: 'days', table: { columns: ['a'], rows: [[1]] } })],
  'operators:sign-in': [a({ badge: 'PBXBZZZZZZZZZZZZ' })],
  'operators:sign-out': [a({})],
  'operators:lock': [a({})],
  'operators:active': [p({})],
  'operators:lend': [p({ channel: 'orders:cancel', request: NO_ORDER, by: { badge: 'PBXBZZZZZZZZZZZZ' } })],
  'operators:list': [s({})],
  'operators:save': [s(NAMELESS)],
  'packing:propose-carrier': [p({ carrier: 'DHL', shippedAt: '2026-11-21T10:00:00.000Z' })],
  'packing:choose-carrier': [p({ carrier: 'DPD', trackingNumber: '60123456789012' })],
  'packing:countries': [p({})],
  'dock:read': [p({ mode: 'ship' })],
  'trucks:next': [p({})],
  'trucks:missed': [p({ days: 7 })],
  'dock:scan': [p({ ...DOCK, codes: ['X'] })],
  'dock:remove': [p({ mode: 'ship', shipmentId: SHIPMENT })],
  'dock:commit': [p({ ...DOCK, at: '2026-11-21T10:00:00.000Z' })],
  'packing:put': [a({ orderId: null }), p(NO_ORDER)],
  'packing:force-scan': [s({ ...NO_ORDER, lineIds: [1] })],
  'packing:take': [p(NO_ORDER)],
  'warehouse:neighbors': [p({})],
  'warehouse:passphrase': [s({ passphrase: null })],
  'warehouse:left-behind': [p({})],
  'warehouse:adopt': [s({ stationId: 'x' })],
  'warehouse:setup': [p({})],
  'warehouse:publish-setup': [s({ over: null })],
  'warehouse:pin-setup-key': [s({ key: 'x' })],
  'warehouse:use-setup': [s({ names: [] })],
}

const STATES = ['locked', 'signed out', 'packer', 'supervisor', 'no operators'] as const
type State = (typeof STATES)[number]
const MAY: Record<State, readonly Who[]> = {
  locked: ['anyone'],
  'signed out': ['anyone'],
  packer: ['anyone', 'packer'],
  supervisor: ['anyone', 'packer', 'supervisor'],
  'no operators': ['anyone', 'packer', 'supervisor'],
}
/** The expected refusal. */
const CODE: Partial<Record<State, string>> = {
  locked: 'station_locked',
  'signed out': 'sign_in_needed',
  packer: 'supervisor_needed',
}
const REFUSALS = new Set(['station_locked', 'sign_in_needed', 'supervisor_needed'])

/** A station with orders, one open operation, and an unreachable marketplace. */
async function aStation(withPeople: boolean) {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  await market.close()
  await packOldest(station.ask)
  const people = withPeople ? await hire(station.ask) : null
  const enter = async (state: State): Promise<void> => {
    if (people === null) return
    await station.ask('operators:sign-in', {
      badge: state === 'packer' ? people.pat.badge : people.sam.badge,
    })
    if (state === 'locked') await station.ask('operators:lock', nothing)
    if (state === 'signed out') await station.ask('operators:sign-out', nothing)
  }
  return { ...station, enter }
}

type Tally = { attempts: number; refused: number }

async function tryEverything(state: State, { packbench, enter }: Awaited<ReturnType<typeof aStation>>) {
  const tally: Tally = { attempts: 0, refused: 0 }
  const wrong: string[] = []
  for (const channel of REQUEST_CHANNELS) {
    for (const { who, ask } of CALLS[channel]) {
      await enter(state)
      const answer = await packbench.handle(channel, ask)
      const code = answer.ok ? 'done' : answer.error.code
      const refused = REFUSALS.has(code)
      tally.attempts += 1
      if (refused) tally.refused += 1
      const expected = MAY[state].includes(who) ? 'allowed' : CODE[state]
      const seen = refused ? code : 'allowed'
      if (seen !== expected) wrong.push(`${channel} ${JSON.stringify(ask)}: ${code}, not ${expected}`)
      // A request that main cannot parse is never checked for permission, and would pass as an allowed one.
      if (code === 'invalid_request' && !MEANT_TO_BE_INVALID.has(channel)) wrong.push(`${channel}: not read`)
    }
  }
  return { tally, wrong }
}

/** Checked, allowed and then found to be invalid. */
const MEANT_TO_BE_INVALID: ReadonlySet<RequestChannel> = new Set([
  'operators:save',
  'packing:pack',
  'items:create',
])

describe('the permissions of each call', () => {
  it('are the same in the app as in this test’s table: locked, signed out, as packer, as supervisor, without operators', async () => {
    const [staffed, open] = [await aStation(true), await aStation(false)]
    const lines: string[] = []
    const wrong: string[] = []
    for (const state of STATES) {
      const done = await tryEverything(state, state === 'no operators' ? open : staffed)
      lines.push(`${state}: attempts ${done.tally.attempts}, refused ${done.tally.refused}`)
      wrong.push(...done.wrong.map((one) => `${state}: ${one}`))
    }
    console.log(lines.join('\n'))
    expect(wrong).toEqual([])
  })
})
