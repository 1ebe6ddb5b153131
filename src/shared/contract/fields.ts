import { z } from 'zod'

/** Fields shared by the requests of several areas. */

export const nothing = z.strictObject({})
export const orderId = z.int().positive()
export const shipmentId = z.uuid()
/** The op's place in the outbox. */
export const seq = z.int().positive()
export const cents = z.int().min(0).max(1_000_000_000)
export const reason = z.string().trim().max(500)
/** Checked by the rules of `domain/timestamps`, so that a refusal names the field and the problem. */
export const timestamp = z.string().max(40).nullable()
