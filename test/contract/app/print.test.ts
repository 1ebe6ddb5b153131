import { expect, it } from 'vitest'
import type { PrintOutcome } from '../../../src/shared/contract/print'
import { CALIBRATION_CODES } from '../../../src/shared/domain/scanning/calibration'
import { shipmentCodeOf } from '../../../src/shared/domain/shipments/shipment-code'
import { compose, imported, openMarket, packOldest } from '../../support/composed'
import { LOGO_PNG } from '../../support/logo'
import { tempDir } from '../../support/temp-dir'

/** From the request to the document that waits for the window, with a real database and marketplace. */

async function atWork() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  const { shipmentId, order } = await packOldest(station.ask)
  const html = (outcome: PrintOutcome): string => {
    if (outcome.kind !== 'page') throw new Error(outcome.kind)
    return station.printPages.respond(outcome.path)?.body.toString() ?? ''
  }
  const slip = { kind: 'packing_slip', shipmentId } as const
  return { ...station, shipmentId, order, html, slip }
}

it('prints the slip of a shipment as soon as it is packed, with this PC’s settings', async () => {
  const { ask, order, shipmentId, html, slip } = await atWork()
  const plain = html(await ask('print:document', { document: slip, locale: 'fr' }))
  expect(plain).toContain('<html lang="fr">')
  expect(plain).toContain(`>${order.orderId}<`)
  expect(plain).toContain(`>${shipmentCodeOf(shipmentId)}<`)
  expect(plain).toContain('size: A4')
  expect(plain).not.toContain('Prix')

  const { preferences } = await ask('station:bootstrap', {})
  await ask('settings:save-preferences', {
    printing: { ...preferences.printing, paper: 'letter', pricesOnSlip: true },
  })
  const priced = html(await ask('print:document', { document: slip, locale: 'fr' }))
  expect(priced).toContain('size: letter')
  expect(priced).toContain('Prix')
})

it('names the sender with its logo, and prints on labels what is set so', async () => {
  const { ask, refusal, html, slip } = await atWork()
  const { preferences } = await ask('station:bootstrap', {})
  await ask('settings:save-preferences', {
    printing: { ...preferences.printing, onLabels: ['packing_slip'] },
    sender: { name: 'Atelier Nord', address: '', returnAddress: 'Tor 4', thanks: 'Thank you' },
  })
  const { logo } = await ask('print:save-logo', { picture: LOGO_PNG.toString('base64') })
  expect(await refusal('print:save-logo', { picture: btoa('<svg/>') })).toMatchObject({
    code: 'logo_refused',
  })
  expect(await ask('print:logo', {})).toEqual({ logo })
  const onLabel = html(await ask('print:document', { document: slip, locale: 'en' }))
  for (const words of ['Atelier Nord', 'Tor 4', 'Thank you', `src="${logo}"`, 'size: 100mm 150mm'])
    expect(onLabel).toContain(words)
  const poster = { kind: 'command_poster' } as const
  expect(html(await ask('print:document', { document: poster, locale: 'en' }))).toContain(
    'size: A4 landscape',
  )
})

it('prints the command sheet', async () => {
  const { ask, html } = await atWork()
  expect(html(await ask('print:document', { document: { kind: 'command_sheet' }, locale: 'de' }))).toContain(
    'Befehle',
  )
})

it('has no slip for a canceled or unknown shipment', async () => {
  const { ask, refusal, slip, shipmentId } = await atWork()
  await ask('packing:move', {
    shipmentId,
    move: 'cancel',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: null,
    expectedToDeliverAt: null,
    deliveredAt: null,
    canceledAt: new Date().toISOString(),
    confirmedUnusual: false,
  })
  expect(await refusal('print:document', { document: slip, locale: 'en' })).toMatchObject({
    code: 'nothing_to_print',
  })
  const unknown = { ...slip, shipmentId: '00000000-0000-4000-8000-000000000000' }
  expect(await refusal('print:document', { document: unknown, locale: 'en' })).toMatchObject({
    code: 'shipment_not_found',
  })
})

it('a scan of the slip’s shipment code opens its order', async () => {
  const { ask, order, shipmentId } = await atWork()
  const code = shipmentCodeOf(shipmentId)
  for (const codes of [[code], [code.toLowerCase()]])
    expect(await ask('packing:scan', { codes })).toEqual({ kind: 'order', orderId: order.orderId })
  const other = code.endsWith('B') ? 'C' : 'B'
  expect(await ask('packing:scan', { codes: [code.slice(0, -1) + other] })).toEqual({ kind: 'unknown' })
})

it('the browser host asks for no printer of its own', async () => {
  const { ask } = await atWork()
  expect(await ask('print:printers', {})).toEqual({ by: 'browser' })
})

it('prints the calibration sheet', async () => {
  const { ask, html } = await atWork()
  const sheet = html(await ask('print:document', { document: { kind: 'calibration_sheet' }, locale: 'en' }))
  expect(sheet).toContain(CALIBRATION_CODES[0].text)
})

it('prints badges for supervisors only: each signs its owner in', async () => {
  const { ask, refusal, html } = await atWork()
  const all = { document: { kind: 'badges', operatorId: null }, locale: 'en' } as const
  expect(await refusal('print:document', all)).toMatchObject({ code: 'nothing_to_print' })
  const boss = { name: 'Ana', role: 'supervisor', active: true, pin: '4711', newBadge: false } as const
  const [ana] = await ask('operators:save', { ...boss, operatorId: null })
  expect(await refusal('print:document', all)).toMatchObject({ code: 'sign_in_needed' })

  await ask('operators:sign-in', { badge: ana?.badge ?? '' })
  const gone = { ...boss, name: 'Gone', role: 'packer', operatorId: null } as const
  const list = await ask('operators:save', { ...gone, active: false })
  const sheet = html(await ask('print:document', all))
  expect(sheet).toContain(`>${ana?.badge}<`)
  expect(sheet).not.toContain('Gone')
  const one = {
    kind: 'badges',
    operatorId: list.find(({ name }) => name === 'Gone')?.operatorId ?? '',
  } as const
  expect(await refusal('print:document', { ...all, document: one })).toMatchObject({
    code: 'nothing_to_print',
  })
})

it('a parcel without a label is found at the dock by its slip, and is listed on the manifest', async () => {
  const { ask, refusal, shipmentId, order, html } = await atWork()
  const document = { kind: 'manifest', of: 'scanned', carrier: null } as const
  expect(await refusal('print:document', { document, locale: 'en' })).toMatchObject({
    code: 'nothing_to_print',
  })
  const scan = { mode: 'ship', carrier: null, codes: [shipmentCodeOf(shipmentId)] } as const
  const answer = await ask('dock:scan', { ...scan, codes: [...scan.codes] })
  expect(answer).toMatchObject({ kind: 'taken', parcel: { shipmentId } })
  const sheet = html(await ask('print:document', { document, locale: 'en' }))
  expect(sheet).toContain(`>${order.orderId}<`)
  expect(sheet).toContain('UPS')
})
