import { z } from 'zod'

/** What can be rehearsed on the sample orders; training mode only. */
export const drillRequest = z.discriminatedUnion('drill', [
  /** The marketplace stops answering, until it is switched off or for two minutes. */
  z.strictObject({ drill: z.literal('network_gone'), on: z.boolean() }),
  /** The marketplace cancels the order. */
  z.strictObject({ drill: z.literal('order_canceled'), orderId: z.int().positive() }),
])

/** What the window shows for a scanner to read. */
export const barcodeRequest = z.strictObject({ code: z.string().min(1).max(500) })

/** A whole SVG document; drawn in a multiple of `bars` pixels, every bar is as wide as its neighbours. */
export type BarcodeView = { svg: string; bars: number }
