import { codeScanned } from '../../../shared/domain/scanning/scan'
import type { Db } from '../../store/db/database'
import { scansUnderWay } from '../../store/evidence/find'
import type { EvidenceLog } from '../../store/evidence/log'
import { linesOfOrder } from '../../store/tables/orders'
import { taughtItemOf, taughtOfItem } from '../../store/tables/taught-codes'

type Bench = { db: Db; evidence: Pick<EvidenceLog, 'reading'> }

/**
 * The units of the order at the bench that main saw scanned. SECURITY: the window says which line a scan is meant for,
 * but only a code of that very line counts. The evidence log keeps them over a restart.
 */
export type ScannedUnits = {
  /**
   * Takes a scan; what was scanned for any other order lapses.
   * @param codes what the scan may be looked up by
   * @returns which of the line's codes it is; `null` if it is none
   */
  take(
    bench: Bench,
    scan: { orderId: number | null; lineId: number; codes: readonly string[] },
  ): string | null
  /** The line was taken out of the box. */
  remove(bench: Bench, orderId: number | null, lineId: number): void
  /** By which code each line was scanned. */
  of(bench: Bench, orderId: number): ReadonlyMap<number, string>
  /** The parcel is packed. */
  clear(): void
  /** Another account is open. */
  forget(): void
}

export function createScannedUnits(): ScannedUnits {
  /** `null` until the log was read. */
  let known: { orderId: number | null; codes: Map<number, string> } | null = null
  const at = ({ evidence }: Bench): NonNullable<typeof known> => {
    if (known !== null) return known
    try {
      known = scansUnderWay(evidence.reading())
    } catch {
      // Nobody can say what was scanned before; what is scanned from now on counts.
      known = { orderId: null, codes: new Map() }
    }
    return known
  }
  return {
    take(bench, { orderId, lineId, codes }) {
      if (orderId === null) return null
      const line = linesOfOrder(bench.db, orderId).find((one) => one.lineId === lineId)
      if (line === undefined || line.isShippingFee === 1) return null
      const item = taughtItemOf(bench.db, line)
      const taught = taughtOfItem(bench.db, item).map((one) => one.code)
      const code = codeScanned(codes, { ...item, taught, isShippingFee: false, shipmentId: null })
      if (code === null) return null
      if (at(bench).orderId !== orderId) known = { orderId, codes: new Map() }
      at(bench).codes.set(lineId, code)
      return code
    },
    remove(bench, orderId, lineId) {
      const { orderId: present, codes } = at(bench)
      if (present === orderId) codes.delete(lineId)
    },
    of(bench, orderId) {
      const { orderId: present, codes } = at(bench)
      return present === orderId ? codes : new Map()
    },
    clear() {
      known = { orderId: null, codes: new Map() }
    },
    forget() {
      known = null
    },
  }
}
