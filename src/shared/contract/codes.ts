import { z } from 'zod'
import { mayBeTaught } from '../domain/scanning/badge'
import { TAUGHT_BY, type TaughtCode, type TaughtMeaning } from '../domain/scanning/taught-code'
import { MOST_TAUGHT_BYTES, type TaughtProblem } from '../domain/scanning/taught-table'
import { call, typed } from './call'
import { orderId } from './fields'
import type { OrderView } from './views'

/** Barcodes that the marketplace does not know, and which people teach the station. */

/** SECURITY: it is kept for good, in the evidence log too. */
const code = z.string().trim().min(1).max(500).refine(mayBeTaught)
const text = z.string().min(1).max(500)

export type TaughtFile = {
  /** Rows of the file that are taught now, and that were before. */
  taught: number
  known: number
  /** The first rows that are not used, and how many more there are. */
  problems: readonly TaughtProblem[]
  moreProblems: number
}

/** What a corrected code stands for now, and one such item. */
export type CorrectedCode = TaughtMeaning & { itemNumber: string; title: string | null }

const lesson = { code, by: z.enum(TAUGHT_BY), value: text, size: text.nullable() }

export const codeCalls = {
  /** From now on the code stands for the line's item. */
  'codes:teach': call({
    request: z.strictObject({ code, orderId, lineId: z.int() }),
    value: typed<OrderView>(),
    errors: ['order_not_found', 'order_unreadable', 'line_unknown', 'line_is_fee', 'code_known'],
    needs: 'teach',
    records: { kind: 'code_taught', asked: (request) => request },
  }),
  /** Teaches what a CSV file has: `code` and one of `mpn`, `external_id`, `item_number`, and perhaps `size`. */
  'codes:from-file': call({
    request: z.strictObject({
      name: z.string().max(500),
      /** The bytes of the file in base64. */
      content: z.base64().max(Math.ceil((MOST_TAUGHT_BYTES + 3) / 3) * 4),
    }),
    value: typed<TaughtFile>(),
    errors: ['file_unreadable', 'file_too_large'],
    needs: 'teach_many',
    records: {
      kind: 'codes_imported',
      asked: ({ name }) => ({ name }),
      done: ({ taught, known }) => ({ taught, known }),
    },
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
    request: z.strictObject(lesson),
    value: typed<null>(),
    errors: [],
    needs: 'teach',
    records: { kind: 'code_forgotten', asked: (request) => request },
  }),
  /** From now on the code stands for the item with this item number, external ID or MPN instead. */
  'codes:correct': call({
    request: z.strictObject({ ...lesson, item: z.string().trim().min(1).max(200) }),
    value: typed<CorrectedCode>(),
    errors: ['item_not_found', 'item_unclear', 'code_known'],
    needs: 'teach',
    records: {
      kind: 'code_corrected',
      asked: ({ code: key, by, value, size, item }) => ({
        ...{ code: key, item },
        ...{ from: value, fromBy: by, fromSize: size },
      }),
      done: ({ by, value, size }) => ({ to: value, toBy: by, toSize: size }),
    },
  }),
}
