import type { StationBridge } from '../../../shared/contract/bridge'
import type { Locale } from '../../../shared/domain/station/locale'
import type { PrintDocument } from '../../../shared/contract/print'
import type { BridgeError } from '../../../shared/contract/result'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { Reads } from '../data/reads'
import type { OrderStore } from './order-store'

/** What goes onto paper from this window, and what became of it. */

export type PrintRun = {
  document: PrintDocument
  /** `handed`: to the browser, which does not tell what became of it. */
  state: 'busy' | 'printed' | 'handed' | 'canceled' | 'failed'
  /** Why it failed. */
  error: BridgeError | null
}

/** The name by which the document requested last is kept: a `PrintRun`, or `null` before the first. */
export const PRINTED_LAST = 'printed last'

export type Printing = {
  /** Prints one document after the other, in the order of the requests. */
  print(document: PrintDocument): Promise<BridgeError | null>
  printSlip(shipmentId: string): Promise<BridgeError | null>
  /**
   * Prints the last document again. The slip of a parcel on the bench comes first, so that no other order's goes into it:
   * the one packed last, else the newest. Comes back at once with what is being printed, or `null` for nothing.
   */
  reprint(): PrintDocument | null
}

export type PrintParts = {
  order: OrderStore
  /** The language that is on the screen. */
  locale: () => Locale
  /** Whether a slip is printed as soon as a shipment is packed. */
  slipWhenPacked: () => boolean
  /** Reports an automatically printed document that failed. */
  onFailure: (error: BridgeError) => void
  /** Lets the browser print what waits at the path; rejects when it does not begin to. */
  printPage: (path: string) => Promise<void>
}

export function createPrinting({ requests }: StationBridge, reads: Reads, parts: PrintParts): Printing {
  const { order } = parts
  let queue: Promise<unknown> = Promise.resolve()

  const run = async (document: PrintDocument): Promise<PrintRun> => {
    const answer = await requests['print:document']({ document, locale: parts.locale() })
    if (!answer.ok) return { document, state: 'failed', error: answer.error }
    if (answer.value.kind !== 'page') return { document, state: answer.value.kind, error: null }
    try {
      await parts.printPage(answer.value.path)
      return { document, state: 'handed', error: null }
    } catch (error) {
      return { document, state: 'failed', error: { code: 'print_blocked', message: String(error) } }
    }
  }

  const print = (document: PrintDocument): Promise<BridgeError | null> => {
    const turn = queue.then(async () => {
      const account = reads.account()
      reads.keep(PRINTED_LAST, { document, state: 'busy', error: null } satisfies PrintRun)
      const last = await run(document)
      if (reads.account() === account) reads.keep(PRINTED_LAST, last)
      return last.error
    })
    queue = turn
    return turn
  }
  const printUnasked = (document: PrintDocument): void =>
    void print(document).then((error) => error !== null && parts.onFailure(error))

  order.subscribe(({ packedShipment }, before) => {
    if (packedShipment === null || packedShipment === before.packedShipment) return
    if (parts.slipWhenPacked()) printUnasked({ kind: 'packing_slip', shipmentId: packedShipment })
  })
  return {
    print,
    printSlip: (shipmentId) => print({ kind: 'packing_slip', shipmentId }),
    reprint() {
      const shipmentId = shipmentOnBench(order)
      const last = reads.kept<PrintRun | null>(PRINTED_LAST, null)
      const document =
        shipmentId === null ? (last?.document ?? null) : ({ kind: 'packing_slip', shipmentId } as const)
      if (document !== null) printUnasked(document)
      return document
    },
  }
}

/** The shipment that a packer who says "again" means; a canceled one has no slip. */
function shipmentOnBench(store: OrderStore): string | null {
  const { order, packedShipment } = store.getState()
  const live = order?.shipments.filter(({ state }) => isLive(state)) ?? []
  const packed = live.find(({ shipmentId }) => shipmentId === packedShipment)
  return (packed ?? live.at(-1))?.shipmentId ?? null
}
