import { expect, test } from 'vitest'
import type { Layout } from '../../../../src/main/print/layout'
import { markup } from '../../../../src/main/print/markup'
import { packingSlip, type SlipData } from '../../../../src/main/print/packing-slip'
import { shipmentCodeOf } from '../../../../src/shared/domain/shipments/shipment-code'
import { aLine, anOrder, aShipment, NO_SENDER } from '../../renderer/fake-station'

const LAYOUT: Layout = {
  locale: 'en',
  paper: 'a4',
  timeZone: 'Europe/Berlin',
  draw: (code) => markup`[${code}]`,
}
const FEE = aLine(3, { isShippingFee: true, title: 'Shipping', amountCents: 700 })
const LINES = [aLine(1, { amountCents: 1_234 }), aLine(2, { amountCents: 4_321 }), FEE]

function slip(over: Partial<SlipData> = {}, layout: Partial<Layout> = {}) {
  const order = anOrder(4711, { lines: LINES })
  const shipment = aShipment({ lineIds: [1, 2] })
  const data = { order, shipment, sender: NO_SENDER, pricesIn: null, ...over }
  const { html, policy } = packingSlip(data, { ...LAYOUT, ...layout })
  const words = html.replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' ')
  return { html, policy, text: words.replace(/\s+/g, ' ') }
}

test('it lists the parcel’s contents, and the codes of order and shipment', () => {
  const { text } = slip()
  expect(text).toContain('[4711]')
  expect(text).toContain(`[${shipmentCodeOf(aShipment().shipmentId)}]`)
  expect(text).toContain('Title 1')
  expect(text).toContain('Title 2')
  expect(text).toContain('all 2 items of the order')
})

test('it has no prices unless the station wants them, and never the fee', () => {
  expect(slip().text).not.toMatch(/12\.34|43\.21|7\.00|Price/)
  const { text } = slip({ pricesIn: 'EUR' })
  expect(text).toContain('€12.34')
  expect(text).toContain('€43.21')
  expect(text).toContain('€55.55')
  expect(text).not.toMatch(/Shipping|7\.00/)
})

test('for part of an order it says that the other items come separately', () => {
  const { text } = slip({ shipment: aShipment({ lineIds: [2] }) })
  expect(text).toContain('1 of the 2 items')
  expect(text).not.toContain('Title 1')
})

test('dates are in the station’s time zone and the screen’s language', () => {
  const order = anOrder(4711, { lines: LINES, purchasedAt: '2026-11-20T23:30:00.000Z' })
  expect(slip({ order }, { locale: 'de' }).text).toContain('21. November 2026')
  expect(slip({ order }, { locale: 'fr', timeZone: 'America/New_York' }).text).toContain('20 novembre 2026')
})

test('without the buyer’s address it says so', () => {
  expect(slip().text).toContain('This station does not have the address.')
})

const LOGO = 'data:image/png;base64,iVBORw0KGgo='
const SENDER = {
  name: 'Atelier Nord',
  address: 'Speicher 7\n20457 Hamburg',
  returnAddress: 'Returns\nSpeicher 8',
  thanks: 'Thank you for choosing us.',
  logo: null,
}

test('it names the sender, thanks the buyer and says where returns go', () => {
  const { text, policy } = slip({ sender: SENDER })
  expect(text).toContain('Atelier Nord')
  expect(text).toContain('Speicher 7 20457 Hamburg')
  expect(text).toContain('Returns to Returns Speicher 8')
  expect(text).toContain('Thank you for choosing us.')
  expect(policy).not.toContain('img-src')
  expect(slip().text).not.toContain('Returns to')
})

test('the logo is part of the page, which may load nothing else', () => {
  const { html, policy } = slip({ sender: { ...SENDER, logo: LOGO } })
  expect(html).toContain(`<img class="logo" src="${LOGO}" alt="Atelier Nord">`)
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/,
  )
})

test('grades are in words, the flaws below them, and unknown grades as they are', () => {
  const lines = [
    aLine(1, { quality: 'new_with_tags', condition: 'One loose thread.' }),
    aLine(2, { quality: 'Deadstock_1998' }),
  ]
  const order = anOrder(4711, { lines })
  expect(slip({ order }).text).toContain('New with tags One loose thread.')
  expect(slip({ order }, { locale: 'de' }).text).toContain('Neu mit Etikett One loose thread.')
  expect(slip({ order }, { locale: 'fr', paper: 'label' }).text).toContain('Neuf avec étiquette')
  expect(slip({ order }).text).toContain('Deadstock 1998')
})

test('SECURITY: names, addresses and titles from strangers stay text', () => {
  const evil = '"><script>alert(1)</script><img src=x>'
  const order = anOrder(4711, {
    lines: [aLine(1, { title: evil, size: evil, quality: evil, condition: evil, itemNumber: evil })],
    buyer: { name: evil, email: null, phone: null, address: [evil] },
  })
  const shipment = aShipment({ lineIds: [1], carrier: evil, trackingNumber: evil })
  const sender = { name: evil, address: evil, returnAddress: evil, thanks: evil, logo: evil }
  const { html } = slip({ order, shipment, sender, pricesIn: 'EUR' })
  expect(html).not.toContain('<script')
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(15)
})

test('SECURITY: a document can run and load nothing, and only its own style applies', () => {
  expect(slip().policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  )
})
