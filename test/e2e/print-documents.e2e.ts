import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { badgeSheet } from '../../src/main/print/badges'
import { calibrationSheet } from '../../src/main/print/calibration-sheet'
import { commandPoster, commandSheet } from '../../src/main/print/commands'
import { loadBarcodes } from '../../src/main/print/barcode'
import type { Layout } from '../../src/main/print/layout'
import { manifestSheets } from '../../src/main/print/manifest'
import { orderList } from '../../src/main/print/order-list'
import { pickList } from '../../src/main/print/pick-list'
import { packingSlip } from '../../src/main/print/packing-slip'
import { countedWords, fillIn, PRINT_WORDS } from '../../src/main/print/words'
import type { PrintPage } from '../../src/main/base/printing'
import { LOCALES, type Locale } from '../../src/shared/domain/station/locale'
import type { HandoverParcel, Manifest } from '../../src/shared/contract/handover'
import { CALIBRATION_CODES } from '../../src/shared/domain/scanning/calibration'
import {
  COMMAND_CODES,
  COMMAND_NAMES,
  COMMANDS,
  type Command,
} from '../../src/shared/domain/scanning/command'
import { PAPERS, SHEET_PAPERS, type Paper } from '../../src/shared/domain/station/paper'
import { pickRows } from '../../src/shared/domain/orders/pick-list'
import { manifestCodeOf, shipmentCodeOf } from '../../src/shared/domain/shipments/shipment-code'
import {
  measurePdf,
  missingPaperTool,
  PAPER_MM,
  printToPdf,
  readBarcodes,
  readWords,
  showPaper,
} from '../support/paper'
import { aDeskRow, printedOrders, ROWS_OF_EACH_WORK } from '../support/desk-rows'
import { FULL_TAG } from '../support/full'
import { LOGO_PNG } from '../support/logo'
import { aLine, anOrder, aShipment } from '../unit/renderer/fake-station'

/** Every document as Chromium prints it, read back by a barcode reader and a text extractor. */

const FOLDER = path.join(__dirname, '..', 'artifacts', 'paper')
const missing = missingPaperTool()

// A fifth of all tests: one worker would play them while the others are done.
test.describe.configure({ mode: 'parallel' })
test.beforeAll(() => {
  if (missing !== null)
    console.log(`SKIPPED: paper: ${missing} is not here (Debian: poppler-utils, zbar-tools)`)
  mkdirSync(FOLDER, { recursive: true })
})
test.skip(missing !== null, `${missing} is not on this machine`)

const SHIPMENT_ID = '01923f6e-8a4b-7c3d-9e21-5f0a7b6c8d9e'
const BUYER = {
  name: 'Ana-Lucía Fernández de la Vega <Compras & Cía> 山田 花子',
  email: null,
  phone: null,
  address: ['1250 Avenue of the Americas, Building 7', 'Suite 4100', 'New York, NY 10020'],
}

const titleOf = (line: number) =>
  `Shearling-lined leather aviator jacket with detachable hood and belt ${line}`

/** Several lines high, so that a page break could cut it. */
const conditionOf = (line: number) =>
  `Very good: light wear at the cuffs, lining intact, one button replaced by a matching one, hood unused ${line}.`

function slip(layout: Layout, lineCount: number, pricesIn: string | null): PrintPage {
  const lines = Array.from({ length: lineCount }, (_, index) =>
    aLine(index + 1, {
      title: titleOf(index + 1),
      size: 'IT 48 / M',
      condition: conditionOf(index + 1),
      quality: index === 1 ? 'grade_b' : 'very_good',
      itemNumber: `10${100_000 + index}`,
    }),
  )
  const order = anOrder(4_711_023, { lines: [...lines, aLine(9_000, { isShippingFee: true })], buyer: BUYER })
  const shipment = aShipment({
    shipmentId: SHIPMENT_ID,
    lineIds: lines.map(({ lineId }) => lineId),
    trackingNumber: '1Z999AA10123456784',
  })
  return packingSlip({ order, shipment, sender: SENDER, pricesIn }, layout)
}

const SENDER = {
  name: 'Atelier Nord',
  address: 'Speicher 7, Sandtorkai 30\n20457 Hamburg\nhello@atelier-nord.example',
  returnAddress: 'Atelier Nord Returns\nHafenstraße 112, Tor 4\n20359 Hamburg',
  thanks: 'Thank you for giving these pieces a second life.',
  logo: `data:image/png;base64,${LOGO_PNG.toString('base64')}`,
}

const SLIP_CODES = ['4711023', shipmentCodeOf(SHIPMENT_ID)]

/** As many as an order can have, on one paper in one language; elsewhere enough for several page breaks. */
const longOn = ({ locale, paper }: Layout) => (locale === 'de' && paper === PAPERS[0] ? 500 : 60)

type Expected = {
  page: PrintPage
  /** Every barcode on the document. */
  codes: readonly string[]
  /** Texts that each appear on one page, uncut. */
  words: readonly string[]
  /** The number of pages, if it is fixed. */
  pages?: number
}

const DOCUMENTS: Readonly<Record<string, (layout: Layout, words: (typeof PRINT_WORDS)[Locale]) => Expected>> =
  {
    slip: (layout, { slip: words }) => ({
      page: slip(layout, 3, null),
      codes: SLIP_CODES,
      words: [
        words.title,
        fillIn(words.holdsAll, { count: 3 }),
        '<Compras & Cía>',
        titleOf(3),
        'grade b',
        words.returnTo,
        SENDER.thanks,
      ],
      pages: layout.paper === 'label' ? 2 : 1,
    }),
    'slip-long': (layout, { slip: words }) => ({
      page: slip(layout, longOn(layout), 'EUR'),
      codes: SLIP_CODES,
      words: [words.total, ...Array.from({ length: longOn(layout) }, (_, index) => conditionOf(index + 1))],
    }),
    commands: (layout, { commands: words }) => ({
      page: commandSheet(layout),
      codes: COMMAND_NAMES.map((command) => COMMAND_CODES[command]),
      words: [words.title, ...Object.values(words.names), ...Object.values(words.does)],
      pages: layout.paper === 'label' ? 3 : 1,
    }),
    poster: (layout, { commands: words }) => ({
      page: commandPoster(layout),
      codes: COMMAND_NAMES.map((command) => COMMAND_CODES[command]),
      words: [
        words.posterHint,
        ...COMMAND_NAMES.map((command) => `${words.names[command]} ${keyOf(command, words.shift)}`),
      ],
      pages: 1,
    }),
    calibration: (layout, { calibration: words }) => ({
      page: calibrationSheet(layout),
      codes: CALIBRATION_CODES.map(({ text }) => text),
      words: [words.title, words.hint],
      pages: 1,
    }),
    badges: (layout) => ({
      page: badgeSheet(BADGES, layout),
      codes: BADGES.map(({ badge }) => badge),
      words: BADGES.map(({ name }) => name),
      pages: layout.paper === 'label' ? BADGES.length : 2,
    }),
    manifest: (layout, { manifest: words }) => {
      const ups = manifest(40)
      const dhl = { ...manifest(2), carrier: 'DHL', shippedAt: null }
      const odd = {
        parcels: [LONGEST, 'Größe', null].map((trackingNumber) => ({ ...ups.parcels[0], trackingNumber })),
      }
      return {
        page: manifestSheets([ups, { ...dhl, parcels: odd.parcels as HandoverParcel[] }], layout),
        codes: [
          // One on each of the two.
          manifestCodeOf(SHIPMENT_ID),
          manifestCodeOf(SHIPMENT_ID),
          ...ups.parcels.map(({ trackingNumber }) => trackingNumber ?? ''),
          LONGEST,
        ],
        words: [
          `${countedWords('parcelCount', 40, layout.locale)}, ${countedWords('itemCount', 80, layout.locale)}`,
          `${countedWords('parcelCount', 3, layout.locale)}, ${countedWords('itemCount', 6, layout.locale)}`,
          words.notYet,
          words.signature,
          'Größe',
          '4711039',
        ],
        // Forty parcels of one carrier, three of another.
        ...(layout.paper === 'label' ? {} : { pages: 3 }),
      }
    },
    orders: (layout, { orders: words }) => ({
      page: orderList(
        printedOrders(
          [
            ...ROWS_OF_EACH_WORK,
            ...Array.from({ length: 40 }, (_, index) =>
              aDeskRow(4_711_000 + index, {
                preview: [titleOf(index), titleOf(99)],
                carriers: ['UPS', 'DHL'],
              }),
            ),
          ],
          12_345,
        ),
        layout,
      ),
      codes: [],
      words: [words.title, words.late, words.sum, '4711039', titleOf(39), ...Object.values(words.work)],
    }),
    picks: (layout, { picks: words, slip: slipWords }) => {
      const lines = Array.from({ length: 24 }, (_, index) =>
        aLine(index + 1, {
          title: titleOf(index + 1),
          size: 'IT 48 / M',
          condition: conditionOf(index + 1),
          quality: 'very_good',
          externalId: index === 1 ? SKU_LONGEST : `SHELF-${index}`,
        }),
      )
      const unnamed = aLine(99, { externalId: 'Größe', title: null })
      const rows = pickRows([
        { orderId: 4_711_023, lines: [...lines, unnamed] },
        { orderId: 4_711_024, lines: lines.slice(0, 1) },
      ])
      return {
        page: pickList(
          { madeAt: '2026-11-21T15:45:00.000Z', orderIds: [4_711_023, 4_711_024], rows },
          layout,
        ),
        codes: lines.map(({ externalId }) => externalId ?? ''),
        words: [
          words.title,
          countedWords('itemCount', 26, layout.locale),
          `${words.forOrders} 4711023, 4711024`,
          `${slipWords.size} IT 48 / M`,
          titleOf(24),
          'Größe',
        ],
      }
    },
  }

const SKU_LONGEST = 'ATELIER-NORD-2026-AW-000123456789-IT48'

const keyOf = (command: Command, shiftKey: string): string => {
  const { key, shift } = COMMANDS[command]
  return shift ? `${shiftKey}+${key}` : key
}

function manifest(parcels: number): Manifest {
  return {
    carrier: 'UPS',
    shippedAt: '2026-11-21T15:45:00.000Z',
    by: 'Ana',
    parcels: Array.from({ length: parcels }, (_, index) => ({
      shipmentId: SHIPMENT_ID,
      orderId: 4_711_000 + index,
      carrier: 'UPS',
      trackingNumber: TRACKING(index),
      items: 2,
      packedAt: null,
      shippedAt: null,
      holdReason: null,
    })),
  }
}

const TRACKING = (index: number) => `1Z999AA1${String(10_123_456_784 + index)}`
const LONGEST = '00340434161094042557123456789012345678'
const BADGES = Array.from({ length: 11 }, (_, index) => ({
  name: index === 0 ? 'Maximiliane Freifrau von und zu Hohenstein' : `Operator ${index}`,
  badge: `PBXB${'CDEGHIJKLNO'.charAt(index)}${'BCDEFGHIJKL'}`,
}))

// The paper size moves everything, a language only some words; German has the longest, so that it is on each paper.
const SHEETS = LOCALES.flatMap((locale) =>
  PAPERS.filter((paper) => locale === 'de' || paper === 'a4' || (locale === 'en' && paper === 'label')).map(
    (paper) => ({ locale, paper }),
  ),
)

/** What goes to the buyer and to the driver; the others are left to `npm run test:full`. */
const isShort = (name: string, { locale, paper }: (typeof SHEETS)[number]) =>
  locale === 'en' && paper === PAPERS[0] && (name === 'slip' || name === 'manifest')

const onPaper = (name: string, paper: Paper) =>
  !['poster', 'orders'].includes(name) || SHEET_PAPERS.some((one) => one === paper)

for (const { locale, paper } of SHEETS) {
  for (const [name, make] of Object.entries(DOCUMENTS).filter(([one]) => onPaper(one, paper)))
    test(
      `${name} in ${locale} on ${paper}: every barcode is read, nothing is cut`,
      isShort(name, { locale, paper }) ? {} : { tag: FULL_TAG },
      async ({ page }) => {
        const layout: Layout = { locale, paper, timeZone: 'Europe/Berlin', draw: await loadBarcodes(paper) }
        const expected = make(layout, PRINT_WORDS[locale])
        await showPaper(page, expected.page)
        const pdf = await printToPdf(page, FOLDER, `${name}-${locale}-${paper}`)

        expect(readBarcodes(pdf).flat().sort()).toEqual([...expected.codes].sort())
        const { pages, width, height } = measurePdf(pdf)
        const across = expected.page.landscape === true
        expect(across ? height : width).toBeCloseTo(PAPER_MM[paper].width, 0)
        expect(across ? width : height).toBeCloseTo(PAPER_MM[paper].height, 0)
        if (expected.pages !== undefined) expect(pages).toBe(expected.pages)
        const read = readWords(pdf)
        // French has non-breaking spaces, which a PDF does not tell from others.
        const plain = (words: string) => words.replace(/\s+/g, ' ')
        const missing = expected.words.filter(
          (words) => !read.some((onPage) => onPage.includes(plain(words))),
        )
        expect(missing).toEqual([])
      },
    )
}
