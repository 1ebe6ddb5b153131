import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { type Bench, expect, nth, test as base } from '../support/bench'
import { missingCupsTool, type PrintServer, startPrintServer } from '../support/cups'
import { electronOf } from '../support/electron-station'
import { labelPage, labelPdf } from '../support/label-pdf'
import { openSection } from '../support/operators'
import type { Packer } from '../support/packer'
import { measurePdf, missingPaperTool, PAPER_MM, readBarcodes, readWords } from '../support/paper'
import { saveText } from '../support/settings'

/** Silent printing through the system's print server (CUPS), down to the PDF that reaches the printer. */

const missing = process.platform === 'linux' ? (missingCupsTool() ?? missingPaperTool()) : 'CUPS for Linux'
if (missing !== null) console.log(`SKIPPED: printing in Electron: ${missing} is not on this machine`)

/** Three printers: the default one, which no test chooses, one for sheets and one for labels. */
const test = base.extend<{ cups: PrintServer }>({
  cups: async ({}, use) => {
    const cups = await startPrintServer()
    try {
      cups.add('Office', 'sheets')
      cups.add('Laser', 'sheets')
      cups.add('Zebra', 'labels')
      await use(cups)
    } finally {
      await cups.stop()
    }
  },
})
test.skip(missing !== null, `${missing} is not on this machine`)

const TITLES = ['Wool coat', 'Leather bag', 'Silk scarf', 'Felt hat', 'Rain boots', 'Knit gloves'] as const
const REFUSED = 'The printer did not take the document. Look at the printer, then try again.'
const GONE = 'The printer was not found. Choose one in Settings, Printing.'

const printerChoice = ({ page }: Packer, name: 'Printer' | 'Label printer' = 'Printer') =>
  page.getByRole('combobox', { name, exact: true })

async function choosePrinter(packer: Packer, printer: string) {
  await openSection(packer, 'Printing')
  await printerChoice(packer).selectOption(printer)
  await expect(printerChoice(packer)).toHaveValue(printer)
}

/** Packs the first order, all of it. */
async function packFirst({ packer, orders }: Bench, titles: readonly string[], label?: string) {
  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  for (const title of titles) await packer.chooseLine(title)
  if (label !== undefined) await packer.scan(label)
  await packer.pack()
}

const printSlip = ({ packer }: Bench) =>
  packer.shipment(1).getByRole('button', { name: 'Print packing slip of shipment 1' }).click()

/** The newest PDF of a printer, once there are `count`. */
async function paperFrom(cups: PrintServer, printer: string, count = 1) {
  await expect.poll(() => cups.printed(printer)).toHaveLength(count)
  const pdf = nth(cups.printed(printer), count - 1)
  return { ...measurePdf(pdf), words: readWords(pdf).join(' '), codes: readBarcodes(pdf).flat() }
}

/** Printers measure in points, a third of a millimeter. */
function expectSize(paper: { width: number; height: number }, { width, height }: typeof paper) {
  expect(Math.abs(paper.width - width), `${paper.width} mm wide`).toBeLessThan(0.4)
  expect(Math.abs(paper.height - height), `${paper.height} mm high`).toBeLessThan(0.4)
}

test('the slip arrives at the chosen printer: on A4, and on labels at the label printer', async ({
  openBench,
  cups,
}) => {
  const lines = TITLES.map((title) => ({ title }))
  const bench = await openBench({ orders: [{ lines }], env: cups.env })
  const { packer, orders } = bench
  const orderCode = String(nth(orders, 0).id)
  await choosePrinter(packer, 'Laser')
  await packFirst(bench, TITLES)
  await printSlip(bench)
  await expect(packer.shipment(1).getByRole('status')).toHaveText('Sent to the printer.')
  const sheet = await paperFrom(cups, 'Laser')
  expect(sheet.pages).toBe(1)
  expectSize(sheet, PAPER_MM.a4)
  for (const words of ['Packing slip', ...TITLES]) expect(sheet.words).toContain(words)
  expect(sheet.codes).toContain(orderCode)

  await openSection(packer, 'Printing')
  await packer.page.getByRole('checkbox', { name: 'Packing slips' }).click()
  await printerChoice(packer, 'Label printer').selectOption('Zebra')
  await expect(printerChoice(packer, 'Label printer')).toHaveValue('Zebra')
  await packer.goTo('Orders')
  await packer.scanOrder(nth(orders, 0).id)
  await printSlip(bench)
  const label = await paperFrom(cups, 'Zebra')
  expect(label.pages).toBe(2)
  expectSize(label, PAPER_MM.label)
  for (const words of ['Packing slip', ...TITLES]) expect(label.words).toContain(words)
  expect(label.codes).toEqual(expect.arrayContaining(sheet.codes))

  // Electron keeps the settings of the last job.
  await openSection(packer, 'Printing')
  await packer.page.getByRole('button', { name: 'Print the command sheet' }).click()
  expectSize(await paperFrom(cups, 'Laser', 2), PAPER_MM.a4)
  expect(cups.jobs()).toEqual(['Laser-1', 'Laser-3', 'Zebra-2'])
})

test('a PDF label is drawn for the label printer where the system has no queue for it', async ({
  openBench,
  cups,
  dataDir,
}) => {
  const codes = ['1Z5R89390357567127', '1Z999AA10123456784']
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }], env: cups.env })
  const { packer, orders, station } = bench
  const orderId = nth(orders, 0).id
  const folder = join(dataDir, 'labels')
  mkdirSync(folder)
  writeFileSync(join(folder, `${orderId}.pdf`), labelPdf(codes.map(labelPage)))
  await openSection(packer, 'Label folder')
  await saveText(packer.page.getByRole('textbox', { name: 'Folder', exact: true }), folder)
  await openSection(packer, 'Printing')
  await printerChoice(packer, 'Label printer').selectOption('Zebra')
  await expect(printerChoice(packer, 'Label printer')).toHaveValue('Zebra')
  // As on Windows, which has no `lp`.
  await electronOf(station)
    .app()
    .evaluate(() => {
      process.env['PATH'] = ''
    })
  await packer.goTo('Orders')
  await packer.open(orderId)
  await packer.chooseLine('Wool coat')
  const card = packer.page.getByRole('region', { name: 'Label', exact: true })
  await card.getByRole('button', { name: 'Print label' }).click()
  await expect(card).toContainText('Printed by')
  const label = await paperFrom(cups, 'Zebra')
  expect(label.pages).toBe(2)
  expectSize(label, PAPER_MM.label)
  expect(label.codes).toEqual(codes)
})

test('the manifest comes out at the dock, and the command poster across the paper', async ({
  openBench,
  cups,
}) => {
  const label = '1Z5R89390357567127'
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }], env: cups.env })
  const { packer } = bench
  const { page } = packer
  await choosePrinter(packer, 'Laser')
  await page.getByRole('button', { name: 'Print the command poster' }).click()
  const poster = await paperFrom(cups, 'Laser')
  expect(poster.pages).toBe(1)
  // The server turns it for a printer that is fed upright.
  expectSize(poster, PAPER_MM.a4)
  expect(poster.codes.sort()).toEqual(Object.values(COMMAND_CODES).sort())
  await packFirst(bench, ['Wool coat'], label)
  await packer.goTo('Handover')
  await packer.scan(label)
  await page.getByRole('button', { name: 'Manifest', exact: true }).click()
  const manifest = await paperFrom(cups, 'Laser', 2)
  expect(manifest.pages).toBe(1)
  expectSize(manifest, PAPER_MM.a4)
  expect(manifest.codes).toContain(label)
})

test('a printer that was removed is named, and no other one prints instead', async ({ openBench, cups }) => {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }], env: cups.env })
  const { packer } = bench
  await choosePrinter(packer, 'Laser')
  await packFirst(bench, ['Wool coat'])
  cups.remove('Laser')
  await printSlip(bench)
  const alert = packer.shipment(1).getByRole('alert')
  await expect(alert).toContainText(GONE)
  expect(cups.jobs()).toEqual([])
  await alert.getByRole('button', { name: 'Choose a printer' }).click()
  await expect(printerChoice(packer)).toBeFocused()
  await expect(printerChoice(packer)).toHaveValue('Laser')
  await expect(printerChoice(packer)).toContainText('Laser (not found)')
})

test('a printer that refuses jobs, or is paused, takes nothing and says so', async ({ openBench, cups }) => {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }], env: cups.env })
  const { packer } = bench
  await choosePrinter(packer, 'Laser')
  await packFirst(bench, ['Wool coat'])
  cups.pause('Laser')
  await printSlip(bench)
  await expect(packer.shipment(1).getByRole('alert')).toHaveText(REFUSED)
  cups.resume('Laser')
  await printSlip(bench)
  await expect(packer.shipment(1).getByRole('status')).toHaveText('Sent to the printer.')
  await paperFrom(cups, 'Laser')
  cups.reject('Laser')
  await printSlip(bench)
  await expect(packer.shipment(1).getByRole('alert')).toHaveText(REFUSED)
  expect(cups.jobs()).toEqual(['Laser-1'])
})

test('after a printer broke down the next slip says so, and the first is not lost', async ({
  openBench,
  cups,
}) => {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }], env: cups.env })
  const { packer } = bench
  await choosePrinter(packer, 'Laser')
  await packFirst(bench, ['Wool coat'])
  cups.breakDown('Laser')
  await printSlip(bench)
  await expect.poll(() => cups.isPaused('Laser')).toBe(true)
  await printSlip(bench)
  await expect(packer.shipment(1).getByRole('alert')).toHaveText(REFUSED)
  cups.mend('Laser')
  cups.resume('Laser')
  await paperFrom(cups, 'Laser')
  expect(cups.jobs()).toEqual(['Laser-1'])
})
