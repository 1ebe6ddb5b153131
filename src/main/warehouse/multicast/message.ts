import { z } from 'zod'

/** Messages between stations. SECURITY: no buyers' data, and only numbers of the account. */

/** Well below the size that every network carries in one piece. */
export const MOST_BYTES = 1_400
/** Longest text; packers' names in any script. */
const MOST_TEXT_BYTES = 64
/** How many stations one hears; their ids must fit into one message. */
export const MOST_HEARD = 64
const MOST_PARTS = 64
/** Space for the parcels of one part within a message. */
const PART_BYTES = 900
const PARCEL_LINES = 40

const stationId = z.uuid()
/** One start of a station's program. */
const boot = z.string().regex(/^[\w-]{8}$/)
const count = z.int().nonnegative()
const text = z.string().max(MOST_TEXT_BYTES)
const orderId = z.int().positive()

const header = {
  stationId,
  boot,
  /** Counts the messages of a start from 1. */
  seq: z.int().positive(),
  /** The sender's common time; see `domain/bench-claim`. */
  nowMs: z.int().nonnegative().max(1e13),
}

const hello = z.object({
  kind: z.literal('hello'),
  ...header,
  name: text,
  operator: text,
  /** The order on the sender's bench. */
  order: z.object({ orderId, turn: z.int().min(0).max(1_000_000), sinceMs: z.int() }).nullable(),
  /** Starts heard recently: proof that the sender is present and hears us. */
  heard: z.array(boot).max(MOST_HEARD),
  /** The sender is leaving. */
  leaving: z.boolean(),
  /** The sender asks the others to report their benches at once. */
  asking: z.boolean().optional(),
})

const parcel = z.object({
  lineIds: z.array(z.int()).min(1).max(PARCEL_LINES),
  operator: text,
  agoMs: count,
  /** The marketplace has confirmed it. */
  sent: z.boolean(),
})

const tell = z.object({
  kind: z.literal('tell'),
  ...header,
  orderId,
  /** The parts of a round together are all lines that the station has packed of the order. */
  round: count,
  part: z.int().min(1).max(MOST_PARTS),
  parts: z.int().min(1).max(MOST_PARTS),
  parcels: z.array(parcel),
})

const message = z.discriminatedUnion('kind', [hello, tell])

export type Hello = z.output<typeof hello>
export type Tell = z.output<typeof tell>
export type Message = Hello | Tell
export type Parcel = z.output<typeof parcel>
type Body<M extends Message> = Omit<M, keyof typeof header>
/** A message without the sender's marks. */
export type Said = Body<Hello> | Body<Tell>

/** @returns `null` for anything that is not a message of this version */
export function readMessage(json: string): Message | null {
  try {
    return message.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** The text without control characters, truncated if too long for a message. */
export function clip(whole: string): string {
  let clipped = ''
  for (const character of whole.replace(/\p{Cc}/gu, ' ').trim()) {
    if (Buffer.byteLength(clipped + character) > MOST_TEXT_BYTES) break
    clipped += character
  }
  return clipped
}

/** The packed lines of an order, in parts of one message each; drops lines beyond the last part. */
export function partsOf(round: number, id: number, packed: readonly Parcel[]): Body<Tell>[] {
  const parts: Parcel[][] = [[]]
  for (const one of packed.flatMap(inPieces)) {
    const last = parts.at(-1) as Parcel[]
    if (last.length > 0 && Buffer.byteLength(JSON.stringify([...last, one])) > PART_BYTES) parts.push([one])
    else last.push(one)
  }
  const kept = parts.slice(0, MOST_PARTS)
  return kept.map((parcels, index) => ({
    kind: 'tell',
    orderId: id,
    round,
    part: index + 1,
    parts: kept.length,
    parcels,
  }))
}

function inPieces(whole: Parcel): Parcel[] {
  const pieces = Math.ceil(whole.lineIds.length / PARCEL_LINES)
  return Array.from({ length: pieces }, (_, index) => ({
    ...whole,
    lineIds: whole.lineIds.slice(index * PARCEL_LINES, (index + 1) * PARCEL_LINES),
  }))
}
