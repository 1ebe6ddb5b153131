import { readFileSync } from 'node:fs'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { queuePdf } from '../../../src/main/hosts/electron/queue-pdf'
import { eventually } from '../../support/eventually'
import { missingCupsTool, startPrintServer } from '../../support/cups'

const before = process.env['CUPS_SERVER']
afterEach(() => {
  if (before === undefined) delete process.env['CUPS_SERVER']
  else process.env['CUPS_SERVER'] = before
})

/** A page of 4 × 6 inches. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

it.skipIf(missingCupsTool() !== null)(
  'gives a PDF to the printer’s queue, and says when it does not take it',
  async () => {
    const server = await startPrintServer()
    onTestFinished(() => server.stop())
    process.env['CUPS_SERVER'] = server.env['CUPS_SERVER'] ?? ''
    server.add('Zebra', 'plain')
    expect(await queuePdf(Buffer.from(PDF), 'Zebra')).toBe(true)
    const [job] = await eventually(() => {
      const printed = server.printed('Zebra')
      expect(printed).toHaveLength(1)
      return printed
    })
    expect(readFileSync(job ?? '', 'latin1').startsWith('%PDF-')).toBe(true)
    server.reject('Zebra')
    await expect(queuePdf(Buffer.from(PDF), 'Zebra')).rejects.toMatchObject({ code: 'printer_refused' })
    await expect(queuePdf(Buffer.from(PDF), 'Sold')).rejects.toMatchObject({ code: 'printer_refused' })
  },
)

it('says that a system without the program of CUPS has no queue for a PDF', async () => {
  const path = process.env['PATH']
  process.env['PATH'] = '/nowhere'
  onTestFinished(() => {
    process.env['PATH'] = path
  })
  expect(await queuePdf(Buffer.from(PDF), 'Zebra')).toBe(false)
})
