import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { labelsOfOrder, listLabels } from '../../../src/main/areas/labels/find-labels'
import { openLabelFolder } from '../../../src/main/areas/labels/label-folder'
import { printLabel } from '../../../src/main/areas/labels/print-label'
import { NothingSent, type Printing, type PrintPage } from '../../../src/main/base/printing'
import { StationError } from '../../../src/main/base/station-error'
import { createElectronPrinting, type PaperWindow } from '../../../src/main/hosts/electron/printing'
import { createPrintPages } from '../../../src/main/hosts/print-pages'
import { findPrintedLabel } from '../../../src/main/store/tables/printed-labels'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { LOGO_PNG } from '../../support/logo'
import { makeOrder } from '../../support/orders'
import { tempDir } from '../../support/temp-dir'

const UPS = '1Z999AA10123456784'
const PDF = '%PDF-1.4\n%%EOF\n'
const ZPL = `^XA^FO50,130^FDRef: 100001^FS^BCN^FD${UPS}^FS^XZ`

/** A label printer on the network. `take`: what it does with each connection. */
async function aPrinter(take: (socket: Socket) => void = () => {}) {
  const jobs: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let job = ''
    socket.on('error', () => {})
    socket.on('end', () => jobs.push(job))
    take(socket)
    if (!socket.destroyed) socket.on('data', (bytes: Buffer) => (job += bytes.toString()))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(() => done()))
  }
  onTestFinished(close)
  return { jobs, close, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A station with orders 100001 and 100002, and a folder of label files that have been looked at. */
async function aBench(files: Readonly<Record<string, string | Buffer>>, zplPrinter = '') {
  const station = makeStation()
  station.take(...[100_001, 100_002].map((id) => makeOrder({ id })))
  const dir = join(tempDir(), 'labels')
  mkdirSync(dir)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  const folder = openLabelFolder(() => dir, station.clock)
  await folder.read()
  station.clock.advance(2_000)
  await folder.read()
  const printing = {
    printers: vi.fn<Printing['printers']>(),
    print: vi.fn<Printing['print']>(() => Promise.resolve({ kind: 'printed' })),
    printPdf: vi.fn<Printing['printPdf']>(() => Promise.resolve({ kind: 'printed' })),
  }
  const preferences = parsePreferences({
    labelFolder: { zplPrinter },
    printing: { labelPrinter: 'Zebra' },
  })
  const of = (orderId = 100_001) => labelsOfOrder(station.db, folder, KNOWN_CARRIERS, orderId)
  const print = async (again = false, orderId = 100_001) =>
    printLabel(
      station,
      { folder, printing, preferences },
      { orderId, sha256: (await of()).labels[0]?.sha256 ?? '', again },
    )
  const list = () => listLabels(station.db, folder, dir)
  return { station, dir, folder, printing, of, print, list }
}

describe('the labels of an order', () => {
  it('are found by the name of the file, and by what a ZPL label prints', async () => {
    const { of } = await aBench({ [`100001_${UPS}.pdf`]: PDF, 'x.zpl': ZPL, '100002.png': LOGO_PNG })
    expect((await of()).labels).toMatchObject([
      { name: `100001_${UPS}.pdf`, kind: 'pdf', trackingNumber: UPS, isAlone: true, printed: null },
      { name: 'x.zpl', kind: 'zpl', trackingNumber: UPS, isAlone: true },
    ])
    expect((await of(100_002)).labels).toMatchObject([{ name: '100002.png', trackingNumber: null }])
  })

  it('are those of a name rather than those of a text', async () => {
    const { of } = await aBench({ '100002.zpl': ZPL })
    expect((await of()).labels).toEqual([])
    expect((await of(100_002)).labels).toMatchObject([{ name: '100002.zpl' }])
  })

  it('take their number from a table, which counts once if it is there twice', async () => {
    const row = `100001,UPS,${UPS}\n`
    const { of } = await aBench({
      'a.csv': `order,carrier,tracking\n${row}100002,DHL,N2\n`,
      'b.csv': `order,carrier,tracking\n${row}`,
    })
    expect(await of()).toEqual({
      ...{ folder: 'read', labels: [], numbers: [{ trackingNumber: UPS, carrier: 'UPS' }] },
      given: null,
    })
  })

  it('are listed if they name no order or several, or if there are two for one', async () => {
    const { list } = await aBench({
      ...{
        '999999.pdf': PDF,
        '100001 100002.zpl': `${ZPL}\n`,
        '100002.png': LOGO_PNG,
        'half.pdf': '%PDF-1.4',
      },
      'numbers.csv': 'order,tracking\n100001,N1\n777777,N2\n,N3\n',
    })
    expect(await list()).toMatchObject({
      ...{ folder: 'read', labels: 3, leftOut: 0, moreTroubles: 0 },
      troubles: [
        { name: 'half.pdf', why: 'half_written' },
        { name: '100001 100002.zpl', why: 'several_orders', orders: [100_001, 100_002] },
        { name: '100002.png', why: 'several_labels', orders: [100_002] },
        { name: '999999.pdf', why: 'no_order' },
      ],
      tables: [{ name: 'numbers.csv', rows: 2, unknown: 1, problems: [{ row: 4, kind: 'order_wrong' }] }],
    })
  })
})

describe('a label is printed', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  afterAll(() => logged.mockRestore())

  it('as it is at the ZPL printer, and a second time only if somebody asks for it', async () => {
    const printer = await aPrinter()
    const { print, of } = await aBench({ 'x.zpl': ZPL }, printer.address)
    expect(await print()).toEqual({ kind: 'printed' })
    expect(printer.jobs).toEqual([ZPL])
    expect((await of()).labels[0]?.printed).toMatchObject({ sent: true, printedBy: 'tester' })
    await expect(print()).rejects.toMatchObject({ code: 'label_printed' })
    expect(printer.jobs).toEqual([ZPL])
    await print(true)
    expect(printer.jobs).toEqual([ZPL, ZPL])
  })

  it('once, though it was asked for twice at once', async () => {
    const { print, printing } = await aBench({ '100001.png': LOGO_PNG })
    const results = await Promise.allSettled([print(), print()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(printing.print).toHaveBeenCalledOnce()
  })

  it('as a picture or a PDF by the host', async () => {
    const { print, printing } = await aBench({ '100001.png': LOGO_PNG })
    await print()
    expect(printing.print.mock.calls[0]?.[0]).toMatchObject({ paper: 'label', printer: 'Zebra' })
    expect(printing.print.mock.calls[0]?.[0].page.html).toContain(LOGO_PNG.toString('base64'))
    const pdf = await aBench({ '100001.pdf': PDF })
    await pdf.print()
    expect(pdf.printing.printPdf).toHaveBeenCalledWith(Buffer.from(PDF), 'Zebra')
  })

  it('after a kill between the record and the printer only if somebody asks for it', async () => {
    const { station, folder, print, printing, of } = await aBench({ '100001.png': LOGO_PNG })
    const [label] = (await of()).labels
    const sha256 = label?.sha256 ?? ''
    // The process ends here, and the station starts again with the file as it was then.
    let killed: ReturnType<typeof findPrintedLabel> = null
    printing.print.mockImplementation(() => {
      const other = openStation({ file: station.file })
      killed = findPrintedLabel(other.db, 100_001, sha256)
      return other.close().then(() => Promise.reject(new Error('killed')))
    })
    await expect(print()).rejects.toThrow('killed')
    expect(killed).toMatchObject({ sent: false })
    const again = { folder, printing, preferences: parsePreferences({}) }
    const asked = { orderId: 100_001, sha256, again: false }
    await expect(printLabel(station, again, asked)).rejects.toMatchObject({ code: 'label_printed' })
  })

  it('without asking again if the printer had nothing of it', async () => {
    const printer = await aPrinter()
    await printer.close()
    const { print, of } = await aBench({ 'x.zpl': ZPL }, printer.address)
    await expect(print()).rejects.toMatchObject({ code: 'printer_refused' })
    expect((await of()).labels[0]?.printed).toBe(null)
    const none = await aBench({ 'x.zpl': ZPL })
    await expect(none.print()).rejects.toMatchObject({ code: 'label_unprintable' })
    const { printing, ...pdf } = await aBench({ '100001.pdf': PDF })
    printing.printPdf.mockRejectedValueOnce(new StationError('label_unprintable', 'the PDF has 11 pages'))
    await expect(pdf.print()).rejects.toMatchObject({ code: 'label_unprintable' })
    printing.printPdf.mockRejectedValueOnce(new NothingSent('the printer is stopped'))
    await expect(pdf.print()).rejects.toMatchObject({ code: 'printer_refused' })
    printing.printPdf.mockResolvedValueOnce({ kind: 'canceled' })
    await pdf.print()
    expect(await pdf.print()).toEqual({ kind: 'printed' })
  })

  it('without asking again if the host could not draw it, and the log has the cause', async () => {
    const { print, printing, of } = await aBench({ '100001.pdf': PDF })
    const window: PaperWindow = {
      loadURL: () => Promise.resolve(),
      destroy: () => {},
      webContents: {
        getPrintersAsync: () =>
          Promise.resolve([{ name: 'Zebra', displayName: '', description: '', options: {} }]),
        print: () => {},
      },
    }
    const missing = new Error('no pdfium.wasm')
    const draw = vi.fn(() => Promise.reject<PrintPage>(missing))
    const pdfs = { queue: () => Promise.resolve(false), draw }
    const host = createElectronPrinting(() => window, createPrintPages(), pdfs)
    printing.printPdf.mockImplementation(host.printPdf)
    await expect(print()).rejects.toMatchObject({ code: 'printer_refused' })
    expect((await of()).labels[0]?.printed).toBe(null)
    expect(logged).toHaveBeenLastCalledWith('Printing a label of order 100001 failed:', missing)
    draw.mockRejectedValue(new StationError('label_unprintable', 'the PDF has 11 pages'))
    await expect(print()).rejects.toMatchObject({ code: 'label_unprintable' })
    expect(logged).toHaveBeenLastCalledWith(
      'Printing a label of order 100001 failed:',
      'the PDF has 11 pages',
    )
  })

  it('keeps the record of the first print if a second at the same time sends nothing', async () => {
    const { dir, print, printing, of } = await aBench({ '100001.png': LOGO_PNG })
    await print()
    // Long enough for a second print that does not wait.
    printing.print.mockImplementationOnce(async () => {
      for (let reads = 0; reads < 20; reads += 1) await readFile(join(dir, '100001.png'))
      return { kind: 'printed' }
    })
    const first = print(true)
    printing.print.mockImplementationOnce(() =>
      first.then(() => Promise.reject(new NothingSent('the printer is stopped'))),
    )
    await expect(print(true)).rejects.toMatchObject({ code: 'printer_refused' })
    expect(await first).toEqual({ kind: 'printed' })
    expect((await of()).labels[0]?.printed).toMatchObject({ sent: true })
  })

  it('only with asking if the printer stopped in the middle', async () => {
    const printer = await aPrinter((socket) => void socket.once('readable', () => socket.resetAndDestroy()))
    const { print, of } = await aBench({ 'x.zpl': `${ZPL}${' '.repeat(4_000_000)}` }, printer.address)
    await expect(print()).rejects.toMatchObject({ code: 'printer_refused' })
    expect((await of()).labels[0]?.printed).toMatchObject({ sent: false })
    await expect(print()).rejects.toMatchObject({ code: 'label_printed' })
  })

  it('not if it is gone, changed, of another order, or the order is canceled', async () => {
    const { station, dir, print, of } = await aBench({ '100001.png': LOGO_PNG })
    await expect(print(false, 100_002)).rejects.toMatchObject({ code: 'label_gone' })
    await expect(print(false, 7)).rejects.toMatchObject({ code: 'order_not_found' })
    station.take(makeOrder({ id: 100_001, state: 'canceled' }))
    await expect(print()).rejects.toMatchObject({ code: 'order_canceled' })
    expect((await of()).labels).toHaveLength(1)
    rmSync(join(dir, '100001.png'))
    await expect(print()).rejects.toMatchObject({ code: 'label_gone' })
  })
})
