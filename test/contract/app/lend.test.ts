import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../support/clock'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../../support/composed'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** One act that a supervisor lends on the packer's screen, and refunds within their limits. */

async function atPatsScreen(clock = createManualClock(Date.now())) {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live, false, clock)
  const { ask } = station
  await expect
    .poll(async () => (clock.advance(1_000), (await ask('packing:queue', FIRST_PAGE)).total))
    .toBeGreaterThan(0)
  const people = await hire(ask)
  await ask('operators:sign-in', { badge: people.pat.badge })
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const orderId = rows[0]?.orderId ?? 0
  const refund = { orderId, amountCents: 100 }
  const bySam = (channel: 'orders:refund' | 'orders:cancel', request: unknown) =>
    ask('operators:lend', { channel, request, by: { badge: people.sam.badge } })
  return { ...station, ...people, clock, orderId, refund, bySam }
}

describe('an act that a supervisor lends', () => {
  it('is refused until it is lent, runs once, and is recorded with both names', async () => {
    const { ask, refusal, refund, bySam, sam, pat } = await atPatsScreen()
    expect(await refusal('orders:refund', refund)).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'refund', lend: 'possible' },
    })
    expect(await bySam('orders:refund', refund)).toEqual({ supervisor: 'Sam', seconds: 60 })
    const { seq } = await ask('orders:refund', refund)
    expect((await ask('outbox:read', { seq })).row.capturedBy).toBe('Pat, approved by Sam')
    expect(await refusal('orders:refund', refund)).toMatchObject({ code: 'supervisor_needed' })
    // Nothing later is done in both names.
    expect((await ask('station:bootstrap', nothing)).signIn.recordedAs).toBe('Pat')

    await ask('operators:sign-in', { badge: sam.badge })
    const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
    const entry = (kind: string, refused?: string) =>
      rows.find((row) => row.kind === kind && row.payload['refused'] === refused)
    expect(entry('refund')).toMatchObject({ operator: 'Pat', payload: { approvedBy: 'Sam', op: seq } })
    expect(entry('refund', 'supervisor_needed')).toMatchObject({ operator: 'Pat' })
    expect(entry('lent')).toMatchObject({
      operator: 'Pat',
      payload: { lent: 'refund', how: 'badge', approvedBy: 'Sam' },
    })
    expect(JSON.stringify(rows)).not.toContain(sam.badge)
    expect(pat.badge).not.toBe(sam.badge)
  })

  it('is a code to teach, where packers may not, and nowhere else', async () => {
    const { ask, refusal, orderId, sam, pat } = await atPatsScreen()
    const line = (await ask('packing:open', { orderId })).lines.find((one) => !one.isShippingFee)
    const code = (text: string) => ({ orderId, lineId: line?.lineId ?? 0, code: text })
    await ask('codes:teach', code('TAG-1'))
    await ask('operators:sign-in', { badge: sam.badge })
    const { packing } = (await ask('station:bootstrap', nothing)).preferences
    await ask('settings:save-preferences', { packing: { ...packing, packersTeach: false } })
    await ask('operators:sign-in', { badge: pat.badge })
    expect(await refusal('codes:teach', code('TAG-2'))).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'teach', lend: 'possible' },
    })
    const [taught] = await ask('codes:of-item', { itemNumber: line?.itemNumber ?? '' })
    const { taughtAt: _when, taughtBy: _who, ...meaning } = taught ?? { code: '', taughtAt: '', taughtBy: '' }
    expect(await refusal('codes:forget', meaning as never)).toMatchObject({ code: 'supervisor_needed' })
    const by = { badge: sam.badge }
    await ask('operators:lend', { channel: 'codes:teach', request: code('TAG-2'), by })
    const { lines } = await ask('codes:teach', code('TAG-2'))
    expect(lines.find(({ lineId }) => lineId === line?.lineId)?.taught).toHaveLength(2)
  })

  it('covers that one act only: no other amount, order or call', async () => {
    const { ask, refusal, refund, bySam, orderId } = await atPatsScreen()
    await bySam('orders:refund', refund)
    expect(await refusal('orders:refund', { ...refund, amountCents: 101 })).toMatchObject({
      code: 'supervisor_needed',
    })
    expect(await refusal('orders:cancel', { orderId })).toMatchObject({ code: 'supervisor_needed' })
    // The act that was allowed still is.
    await ask('orders:refund', refund)
  })

  it('expires after a minute, and when somebody else comes to the screen', async () => {
    const { ask, refusal, refund, bySam, clock, pat } = await atPatsScreen()
    await bySam('orders:refund', refund)
    clock.advance(60_000)
    expect(await refusal('orders:refund', refund)).toMatchObject({ code: 'supervisor_needed' })
    await bySam('orders:refund', refund)
    await ask('operators:lock', nothing)
    await ask('operators:sign-in', { badge: pat.badge })
    expect(await refusal('orders:refund', refund)).toMatchObject({ code: 'supervisor_needed' })
  })

  it('needs a supervisor’s badge or PIN; wrong tries count like those of signing in', async () => {
    const { refusal, ask, refund, pat, sam } = await atPatsScreen()
    const lend = { channel: 'orders:refund', request: refund } as const
    expect(await refusal('operators:lend', { ...lend, by: { badge: pat.badge } })).toMatchObject({
      code: 'not_supervisor',
    })
    const by = { operatorId: sam.operatorId, pin: '9999' }
    for (const channel of ['lend', 'sign-in', 'lend', 'sign-in', 'lend'] as const)
      expect(
        await (channel === 'lend'
          ? refusal('operators:lend', { ...lend, by })
          : refusal('operators:sign-in', by)),
      ).toMatchObject({ code: 'pin_wrong' })
    const right = { ...by, pin: '2222' }
    expect(await refusal('operators:lend', { ...lend, by: right })).toMatchObject({ code: 'too_many_tries' })
    expect(await refusal('operators:sign-in', right)).toMatchObject({ code: 'too_many_tries' })
    expect(await refusal('orders:refund', refund)).toMatchObject({ code: 'supervisor_needed' })
    await ask('operators:lend', { ...lend, by: { badge: sam.badge } })
  })

  it('is never one that requires a supervisor to sign in', async () => {
    const { refusal, sam } = await atPatsScreen()
    for (const [channel, request] of [
      ['station:leave', { how: 'reset', exportOps: false }],
      ['operators:list', {}],
      ['warehouse:passphrase', { passphrase: null }],
      ['station:bootstrap', {}],
    ] as const)
      expect(await refusal('operators:lend', { channel, request, by: { badge: sam.badge } })).toMatchObject({
        code: 'not_lendable',
      })
    expect(
      await refusal('operators:lend', {
        ...{ channel: 'orders:refund', request: { orderId: 'all' } },
        by: { badge: sam.badge },
      }),
    ).toMatchObject({ code: 'invalid_request' })
  })

  it('can be any call that the table calls lendable, and records both names', async () => {
    const { ask, bySam, sam, orderId } = await atPatsScreen()
    for (const [channel, request] of [
      ['outbox:export', {}],
      ['evidence:export', {}],
      ['outbox:save', { table: { columns: ['Operation'], rows: [] } }],
      ['station:back-up', {}],
      ['station:confirm-clock', {}],
      ['orders:cancel', { orderId }],
    ] as const) {
      await bySam(channel as 'orders:cancel', request)
      await ask(channel, request as never)
    }
    await ask('operators:sign-in', { badge: sam.badge })
    const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
    const lent = rows.filter(({ kind, payload }) => kind !== 'lent' && payload['approvedBy'] === 'Sam')
    expect(lent.map(({ kind }) => kind).toSorted()).toEqual(
      ['backup', 'clock_confirmed', 'evidence_export', 'export', 'list_export', 'order_cancel'].toSorted(),
    )
  })
})

describe('a refund', () => {
  it('above the limit must be confirmed twice, and the second answer is recorded', async () => {
    const market = await openMarket()
    const { ask, refusal } = await compose(tempDir(), market.live)
    await imported(ask)
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    const orderId = rows[0]?.orderId ?? 0
    await ask('settings:save-preferences', { money: { refundAskAboveCents: 500 } })
    await ask('orders:refund', { orderId, amountCents: 500 })
    expect(await refusal('orders:refund', { orderId, amountCents: 501 })).toMatchObject({
      code: 'confirmation_needed',
      fields: { amountCents: 'above_limit', limit: '500' },
    })
    const { seq } = await ask('orders:refund', { orderId, amountCents: 501, confirmedLarge: true })
    const { rows: log } = await ask('evidence:list', { offset: 0, limit: 100 })
    expect(log.find(({ payload }) => payload['op'] === seq)?.payload).toMatchObject({ confirmedLarge: true })
    expect(
      await refusal('orders:refund', { orderId, amountCents: 900_000_000, confirmedLarge: true }),
    ).toMatchObject({ code: 'refund_amount', fields: { rest: expect.stringMatching(/^\d+$/) } })
  })

  it('of more than is left takes a supervisor, who allows the sum and the reason and no other', async () => {
    const { ask, refusal, bySam, orderId, sam } = await atPatsScreen()
    const { refundRestCents } = await ask('packing:open', { orderId })
    const amountCents = (refundRestCents ?? 0) + 1
    const above = { orderId, amountCents, confirmedLarge: true, reason: 'Lost in the post' }
    expect(await refusal('orders:refund', above)).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'refund_above_rest', lend: 'possible' },
    })
    await bySam('orders:refund', above)
    const { reason: _reason, ...plain } = above
    for (const other of [{ ...above, reason: 'None' }, { ...above, amountCents: amountCents + 1 }, plain])
      expect(await refusal('orders:refund', other)).toMatchObject({ code: 'supervisor_needed' })
    const { seq } = await ask('orders:refund', above)
    // A supervisor needs the reason, too.
    await bySam('orders:refund', plain)
    expect(await refusal('orders:refund', plain)).toMatchObject({ code: 'refund_amount' })
    expect(await refusal('orders:refund', { ...above, reason: ' ' })).toMatchObject({
      code: 'invalid_request',
    })

    await ask('operators:sign-in', { badge: sam.badge })
    const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
    expect(rows.find(({ payload }) => payload['op'] === seq)).toMatchObject({
      operator: 'Pat',
      payload: { amountCents, reason: 'Lost in the post', approvedBy: 'Sam' },
    })
    const { timed } = await ask('packing:timeline', { orderId })
    expect(timed.filter((entry) => 'note' in entry && entry.note === 'Lost in the post')).toHaveLength(1)
  })
})
