import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import type { PrintPage } from '../../src/main/base/printing'
import type { Paper } from '../../src/shared/domain/station/paper'

/** Documents on paper: as Chromium prints them, and as a scanner reads them. */

/** As most label printers have. */
const DOTS_PER_INCH = 203
/** Never requested over the network: every request of the page is answered here. */
const ADDRESS = 'http://paper.test/document'

/** Opens a document under its own content policy, as a host serves it. */
export async function showPaper(page: Page, { html, policy }: PrintPage): Promise<void> {
  await page.route(ADDRESS, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: html,
    }),
  )
  await page.goto(ADDRESS)
  await page.unroute(ADDRESS)
}

/** Prints the open document to `<name>.pdf` in `folder`, on the paper size that it specifies. */
export async function printToPdf(page: Page, folder: string, name: string): Promise<string> {
  const file = path.join(folder, `${name}.pdf`)
  await page.pdf({ path: file, preferCSSPageSize: true })
  return file
}

/** Millimeters of the paper, upright. */
export const PAPER_MM: Readonly<Record<Paper, { width: number; height: number }>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  label: { width: 100, height: 150 },
}

/** Pages of a PDF, and their size in millimeters. */
export function measurePdf(pdf: string): { pages: number; width: number; height: number } {
  const said = run('pdfinfo', [pdf])
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+) pts/m.exec(said) ?? []
  const inMm = (points: string | undefined) => (Number(points) * 25.4) / 72
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(said)?.[1]),
    width: inMm(width),
    height: inMm(height),
  }
}

/** Every barcode that a reader finds on each page, in page order. */
export function readBarcodes(pdf: string): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'packbench-paper-'))
  try {
    // Uncompressed: compressing to PNG takes 25 times as long as drawing.
    run('pdftoppm', ['-r', String(DOTS_PER_INCH), '-gray', pdf, path.join(folder, 'page')])
    return readdirSync(folder)
      .sort()
      .map((picture) => readPicture(path.join(folder, picture)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every barcode that a reader finds in a picture. */
export function readPicture(picture: string): string[] {
  // 4: there is none.
  return run('zbarimg', ['--quiet', '--raw', picture], [0, 4])
    .split('\n')
    .filter((code) => code !== '')
}

/** The text of a PDF, page by page. */
export function readWords(pdf: string): string[] {
  return run('pdftotext', ['-raw', pdf, '-'])
    .split('\f')
    .slice(0, -1)
    .map((words) => words.replace(/\s+/g, ' '))
}

/** Which tool is missing on this machine, or `null`. */
export function missingPaperTool(): string | null {
  const tools = ['pdftoppm', 'pdftotext', 'pdfinfo', 'zbarimg']
  return tools.find((tool) => spawnSync(tool, ['--help']).error !== undefined) ?? null
}

function run(command: string, args: readonly string[], good: readonly number[] = [0]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 })
  if (status === null || !good.includes(status))
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr} ${String(error ?? '')}`)
  return stdout
}
