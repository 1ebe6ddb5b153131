import { z } from 'zod'
import { TAUGHT_BY, type TaughtCode } from '../domain/scanning/taught-code'
import { call, typed } from './call'
import { orderId } from './fields'
import type { OrderView } from './views'

/** Barcodes that the marketplace does not know, and which people teach the station. */

const code = z.string().trim().min(1).max(500)
const text = z.string().min(1).max(500)

export const codeCalls = {
  /** From now on the code stands for the line's item. */
  'codes:teach': call({
    request: z.strictObject({ code, orderId, lineId: z.int() }),
    value: typed<OrderView>(),
    errors: ['order_not_found', 'order_unreadable', 'line_unknown', 'line_is_fee', 'code_known'],
    needs: 'teach',
    records: { kind: 'code_taught', asked: (request) => request },
  }),
  'codes:of-item': call({
    request: z.strictObject({ itemNumber: z.string().min(1).max(200) }),
    value: typed<readonly TaughtCode[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Takes it back; one that is gone already is no error. */
  'codes:forget': call({
    request: z.strictObject({ code, by: z.enum(TAUGHT_BY), value: text, size: text.nullable() }),
    value: typed<null>(),
    errors: [],
    needs: 'teach',
    records: { kind: 'code_forgotten', asked: (request) => request },
  }),
}
