import { spawn } from 'node:child_process'
import { NothingSent } from '../../base/printing'
import { StationError } from '../../base/station-error'

/** How long the print system may take to accept a file. */
const WITHIN_MS = 30_000

/**
 * Gives a PDF to the print system of Linux and macOS (CUPS), which prints it silently. It goes in through a pipe, so that no
 * address stays on the disk.
 * @returns false if this system has no `lp`: Windows, and Linux without CUPS's own programs
 * @throws StationError `printer_refused`
 */
export function queuePdf(pdf: Buffer, printer: string): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(false)
  return new Promise((resolve, reject) => {
    const refuse = (why: string): void => reject(new NothingSent(`lp: ${why}`))
    const lp = spawn('lp', ['-d', printer, '-t', 'Label', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: WITHIN_MS,
    })
    let said = ''
    lp.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    lp.once('error', (error) =>
      'code' in error && error.code === 'ENOENT' ? resolve(false) : refuse(error.message),
    )
    lp.once('close', (code) => {
      if (code === 0) resolve(true)
      // It was ended for its time: the queue may have the file all the same.
      else if (code === null) reject(new StationError('printer_refused', 'lp: no answer'))
      else refuse(said.trim() || `ended with ${code}`)
    })
    // It may end before it has read everything.
    lp.stdin.on('error', () => {})
    lp.stdin.end(pdf)
  })
}
