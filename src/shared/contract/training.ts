import { z } from 'zod'
import { call, typed } from './call'
import type { StationStatus } from './views'

/** The drills on the sample orders. */

/** A whole SVG document; drawn in a multiple of `bars` pixels, bars of one width stay equally wide. */
export type BarcodeView = { svg: string; bars: number }

export const trainingCalls = {
  /** Training mode only. */
  'training:drill': call({
    request: z.discriminatedUnion('drill', [
      /** The marketplace stops answering, until this is switched off or for two minutes. */
      z.strictObject({ drill: z.literal('network_gone'), on: z.boolean() }),
      /** The marketplace cancels the order. */
      z.strictObject({ drill: z.literal('order_canceled'), orderId: z.int().positive() }),
    ]),
    value: typed<StationStatus>(),
    errors: ['training_only', 'order_not_found'],
    needs: 'practice',
    records: 'nothing',
  }),
  /** The barcode shown for a scanner to read; `null` if the code has none. */
  'training:barcode': call({
    request: z.strictObject({ code: z.string().min(1).max(500) }),
    value: typed<BarcodeView | null>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
