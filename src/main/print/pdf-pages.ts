import { Worker } from 'node:worker_threads'
import { isWholeLabel } from '../../shared/domain/labels/label-file'
import type { PrintPage } from '../base/printing'
import { StationError } from '../base/station-error'
import { labelPicture } from './label-picture'
import type { PdfAnswer, PdfTask } from './pdf-worker'

/** What draws PDFs, as files. */
export type PdfEngine = {
  /** `pdf-worker`. */
  script: string
  /** PDFium. */
  wasm: string
}

/** What drawing a PDF may take. */
type Limits = {
  ms: number
  /** Bytes. */
  memory: number
}

/** Ten pages take a second, and a slow PC ten times as long. */
const LIMITS: Limits = { ms: 15_000, memory: 256 * 1024 * 1024 }

/** Draws a PDF label for printing, each of its pages on a page of label paper. @throws as `pdfPages` */
export async function drawLabelPdf(pdf: Buffer, engine: PdfEngine): Promise<PrintPage> {
  return labelPicture(...(await pdfPages(pdf, engine)))
}

/**
 * Draws a PDF label: for each page a gray PNG of label paper, upright, with 24 dots to the millimeter.
 *
 * SECURITY: it comes from another program. PDFium in WebAssembly reaches no file, no network and no other memory, runs no
 * script of the PDF, and works on a thread that is ended when its time is over.
 * @throws StationError `label_unprintable`: damaged, protected by a password, with a blank page or an unreadable picture,
 *   larger than label paper, or too slow to draw
 */
export async function pdfPages(pdf: Buffer, engine: PdfEngine, limits = LIMITS): Promise<Buffer[]> {
  // PDFium would draw what there is of a file that is cut off.
  if (!isWholeLabel('pdf', pdf.toString('latin1'))) throw unprintable('is cut off')
  const task: PdfTask = { pdf, wasm: engine.wasm, memory: limits.memory }
  // PDFium's messages stay out of the station's own output.
  const worker = new Worker(engine.script, {
    workerData: task,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const answer = await new Promise<PdfAnswer>((resolve, reject) => {
    const end = (problem: string): void => resolve({ problem })
    const tooLate = setTimeout(() => end(`takes longer than ${limits.ms} ms`), limits.ms)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(tooLate)
      end('ended the thread')
    })
  })
  await worker.terminate()
  if ('problem' in answer) throw unprintable(answer.problem)
  return answer.pictures.map((picture) => Buffer.from(picture))
}

function unprintable(problem: string): StationError {
  return new StationError('label_unprintable', `the PDF ${problem}`)
}
