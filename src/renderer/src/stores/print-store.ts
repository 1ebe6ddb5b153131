import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { Locale } from '../../../shared/domain/station/locale'
import type { LogoView, PrintDocument, PrintersView } from '../../../shared/contract/print'
import type { BridgeError, Result } from '../../../shared/contract/result'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { OrderStore } from './order-store'

/** What goes onto paper from this window, and what became of it. */

export type PrintRun = {
  document: PrintDocument
  /** `handed`: to the browser, which does not tell what became of it. */
  state: 'busy' | 'printed' | 'handed' | 'canceled' | 'failed'
  /** Why it failed. */
  error: BridgeError | null
}

export type PrintState = {
  /** The document requested last. */
  last: PrintRun | null
  /** `null` until first read. */
  printers: PrintersView | null
  printersError: BridgeError | null
  loadPrinters(): Promise<void>
  /** The logo on the packing slip, a data URI. */
  logo: string | null
  /** Why it was not read or replaced. */
  logoError: BridgeError | null
  loadLogo(): Promise<void>
  /** @param picture in base64; `null` removes the logo */
  saveLogo(picture: string | null): Promise<void>
  /** Prints one document after the other, in the order of the requests. */
  print(document: PrintDocument): Promise<BridgeError | null>
  printSlip(shipmentId: string): Promise<BridgeError | null>
  /**
   * Prints the last document again. The slip of a parcel on the bench comes first, so that no other order's goes into it:
   * the one packed last, else the newest. Comes back at once with what is being printed, or `null` for nothing.
   */
  reprint(): PrintDocument | null
}
export type PrintStore = StoreApi<PrintState>

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

export function createPrintStore({ requests }: StationBridge, parts: PrintParts): PrintStore {
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

  const store = createStore<PrintState>()((set, get) => ({
    last: null,
    printers: null,
    printersError: null,
    async loadPrinters() {
      const answer = await requests['print:printers']({})
      if (answer.ok) set({ printers: answer.value, printersError: null })
      else set({ printersError: answer.error })
    },
    logo: null,
    logoError: null,
    async loadLogo() {
      takeLogo(await requests['print:logo']({}))
    },
    async saveLogo(picture) {
      takeLogo(await requests['print:save-logo']({ picture }))
    },
    print(document) {
      const turn = queue.then(async () => {
        set({ last: { document, state: 'busy', error: null } })
        const last = await run(document)
        set({ last })
        return last.error
      })
      queue = turn
      return turn
    },
    printSlip: (shipmentId) => get().print({ kind: 'packing_slip', shipmentId }),
    reprint() {
      const shipmentId = shipmentOnBench(order)
      const document =
        shipmentId === null ? (get().last?.document ?? null) : ({ kind: 'packing_slip', shipmentId } as const)
      if (document !== null) printUnasked(document)
      return document
    },
  }))
  /** A refused picture leaves the logo as it is. */
  const takeLogo = (answer: Result<LogoView>): void =>
    store.setState(answer.ok ? { logo: answer.value.logo, logoError: null } : { logoError: answer.error })
  const printUnasked = (document: PrintDocument): void =>
    void store
      .getState()
      .print(document)
      .then((error) => error !== null && parts.onFailure(error))

  order.subscribe((now, before) => {
    const { packedShipment } = now
    if (packedShipment === null || packedShipment === before.packedShipment) return
    if (parts.slipWhenPacked()) printUnasked({ kind: 'packing_slip', shipmentId: packedShipment })
  })
  return store
}

/** The shipment that a packer who says "again" means; a canceled one has no slip. */
function shipmentOnBench(store: OrderStore): string | null {
  const { order, packedShipment } = store.getState()
  const live = order?.shipments.filter(({ state }) => isLive(state)) ?? []
  const packed = live.find(({ shipmentId }) => shipmentId === packedShipment)
  return (packed ?? live.at(-1))?.shipmentId ?? null
}
