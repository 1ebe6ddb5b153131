import { connect } from 'node:net'
import type { PrinterAddress } from '../../../shared/domain/labels/printer-address'
import type { Clock } from '../../base/clock'

/** `not_reached`: the printer has nothing of it; `cut`: it may have all or a part of it. */
export type RawOutcome = 'sent' | 'not_reached' | 'cut'

const CONNECT_WITHIN_MS = 5_000
/** A printer without paper takes nothing more, and says nothing. */
const TAKEN_WITHIN_MS = 30_000
/** Some printers never hang up. */
const HANG_UP_WITHIN_MS = 2_000

/** Sends bytes as they are to a printer's port. Printers answer nothing: `sent` means that all of them have
 * left this PC, and that the printer did not break off within two seconds. What it prints, nobody knows. */
export function sendRaw(bytes: Buffer, { host, port }: PrinterAddress, clock: Clock): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    let outcome: RawOutcome = 'not_reached'
    const end = (last: RawOutcome = outcome): void => {
      cancel()
      socket.destroy()
      resolve(last)
    }
    let cancel = clock.after(CONNECT_WITHIN_MS, end)
    const waitFor = (ms: number): void => {
      cancel()
      cancel = clock.after(ms, end)
    }
    socket.once('connect', () => {
      outcome = 'cut'
      waitFor(TAKEN_WITHIN_MS)
      socket.end(bytes)
    })
    socket.once('finish', () => {
      outcome = 'sent'
      waitFor(HANG_UP_WITHIN_MS)
    })
    // Whatever it says must be taken, or its end is never heard.
    socket.resume()
    // It hung up before it had everything, or after.
    socket.once('close', () => end())
    socket.once('error', () => end(outcome === 'sent' ? 'cut' : outcome))
  })
}
