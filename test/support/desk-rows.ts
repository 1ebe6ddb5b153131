import type { DeskRow } from '../../src/shared/contract/orders'
import type { PrintedOrders } from '../../src/main/print/order-list'

/** Rows of the order desk's table, one for each kind of work. */

export function aDeskRow(orderId: number, part: Partial<DeskRow> = {}): DeskRow {
  return {
    orderId,
    ...{ state: 'paid', canceled: false, purchasedAt: '2026-11-20T09:00:00.000Z', lines: 2, unpacked: 0 },
    ...{ packedShipments: 0, shippedShipments: 0, preview: ['Wool coat'], waiting: 0, held: 0 },
    ...{
      dueAt: '2026-11-21T09:00:00.000Z',
      lateFrom: null,
      hold: null,
      bench: null,
      createdAt: null,
      updatedAt: null,
    },
    ...{ amountCents: 19_990, payoutCents: 15_000, refundedCents: 0, carriers: ['UPS'] },
    ...part,
  }
}

export const ROWS_OF_EACH_WORK: readonly DeskRow[] = [
  aDeskRow(1, { unpacked: 2, lateFrom: '2026-11-21T09:00:00.000Z' }),
  aDeskRow(2, { packedShipments: 1 }),
  aDeskRow(3, { shippedShipments: 1 }),
  aDeskRow(4, {
    unpacked: 1,
    hold: { reason: 'damaged', heldBy: 'Ana', heldAt: '2026-11-20T09:00:00.000Z' },
  }),
  aDeskRow(5, { payoutCents: null, purchasedAt: null }),
  aDeskRow(6, { canceled: true }),
]

/** @param total how many orders the filter shows */
export function printedOrders(rows: readonly DeskRow[], total = rows.length): PrintedOrders {
  return { madeAt: '2026-11-21T10:00:00.000Z', rows, total, currency: 'EUR' }
}
