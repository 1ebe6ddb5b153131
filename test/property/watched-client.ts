import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../src/main/partner/client'
import { PartnerError } from '../../src/main/partner/errors'

/** One write that a station sent, as its own client saw it. */
export type SentWrite = {
  station: string
  /** Which endpoint, and what tells this op from every other: see `markOf`. */
  mark: string
  /** The lane that the op belongs to. */
  lane: string
  /** When, in monotonic milliseconds of the schedule. */
  atMs: number
  /** `ok`, a PartnerError's code, or `null` when the station died before it learned. */
  outcome: string | null
}

export type Watch = {
  station: string
  nowMs: () => number
  sent: SentWrite[]
  /** Dies around the next write but `writes`; `null` while it need not. */
  crash: { writes: number; when: 'before' | 'after' } | null
  die: () => void
}

/** Long enough for a server in the same process, short enough to wait for one that hangs. */
const ANSWER_MS = 250

/** The real client, whose writes are noted, and around one of which the station may die. */
export function watchedClient(watch: Watch): (options: PartnerClientOptions) => PartnerClient {
  return (options) => {
    const client = createPartnerClient({
      ...options,
      headersTimeoutMs: ANSWER_MS,
      bodyTimeoutMs: ANSWER_MS,
    })
    const write = async <Answer>(
      mark: string,
      lane: string,
      send: () => Promise<Answer>,
    ): Promise<Answer> => {
      const deadly = countDown(watch)
      if (deadly === 'before') return died(watch)
      const sent: SentWrite = { station: watch.station, mark, lane, atMs: watch.nowMs(), outcome: null }
      watch.sent.push(sent)
      try {
        const answer = await send()
        if (deadly === 'after') return died(watch)
        sent.outcome = 'ok'
        return answer
      } catch (error) {
        if (deadly === 'after') return died(watch)
        sent.outcome = error instanceof PartnerError ? error.code : String(error)
        throw error
      }
    }
    return {
      ...client,
      createShipment: (orderId, body) =>
        write(markOf('create_shipment', body.tracking_number), `order:${orderId}`, () =>
          client.createShipment(orderId, body),
        ),
      updateShipment: (orderId, shipmentId, body) =>
        write(markOf(body.state, `${shipmentId} ${momentOf(body)}`), `order:${orderId}`, () =>
          client.updateShipment(orderId, shipmentId, body),
        ),
      createRefund: (orderId, body) =>
        write(markOf('create_refund', body.amount), `order:${orderId}`, () =>
          client.createRefund(orderId, body),
        ),
      cancelOrder: (orderId) =>
        write(markOf('cancel_order', orderId), `order:${orderId}`, () => client.cancelOrder(orderId)),
      createItem: (body) =>
        write(markOf('create_item', body.title), `item:${body.external_id ?? ''}`, () =>
          client.createItem(body),
        ),
      updateItem: (itemNumber, body) =>
        write(markOf('update_item', `${itemNumber} ${JSON.stringify(body)}`), `item:${itemNumber}`, () =>
          client.updateItem(itemNumber, body),
        ),
      delistItem: (itemNumber) =>
        write(markOf('delist_item', itemNumber), `item:${itemNumber}`, () => client.delistItem(itemNumber)),
    }
  }
}

/** How a write is told from those of other ops. */
export function markOf(kind: string, key: unknown): string {
  return `${kind} ${String(key)}`
}

function momentOf(body: Parameters<PartnerClient['updateShipment']>[2]): string {
  switch (body.state) {
    case 'shipped':
      return body.shipped_at
    case 'delivered':
      return body.delivered_at
    case 'canceled':
      return body.canceled_at
  }
}

function countDown(watch: Watch): 'before' | 'after' | null {
  const { crash } = watch
  if (crash === null) return null
  if (crash.writes > 0) {
    crash.writes -= 1
    return null
  }
  watch.crash = null
  return crash.when
}

function died(watch: Watch): never {
  watch.die()
  throw new Died()
}

/** What a dead station's code meets; no living one ever does. */
export class Died extends Error {
  override readonly name = 'Died'
}
