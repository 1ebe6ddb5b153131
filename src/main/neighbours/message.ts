import { z } from 'zod'

/** What stations tell each other. SECURITY: nothing of a buyer, and of the account only numbers. */

/** Well below what any network carries in one piece. */
export const MOST_BYTES = 1_400
/** Of one text; packers' names in any script. */
const MOST_TEXT_BYTES = 64
/** How many stations one hears; their ids must fit into one message. */
export const MOST_HEARD = 64
const MOST_PARTS = 64
/** What the parcels of one part may take of a message. */
const PART_BYTES = 900
const PARCEL_LINES = 40

const stationId = z.uuid()
/** A start of a station's program. */
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
  /** What is on its bench. */
  order: z.object({ orderId, turn: z.int().min(0).max(1_000_000), sinceMs: z.int() }).nullable(),
  /** Starts that it has heard of late: proof that it is there now, and hears us. */
  heard: z.array(boot).max(MOST_HEARD),
  /** It goes. */
  leaving: z.boolean(),
  /** It wants to hear at once what the others have on their benches. */
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
  /** All parts of a round together are what the station has packed of the order. */
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
/** A message before the sender's marks are on it. */
export type Said = Body<Hello> | Body<Tell>

/** @returns `null` for anything that is no message of this version */
export function readMessage(json: string): Message | null {
  try {
    return message.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** The text without control characters, cut where it would be too long for a message. */
export function clip(whole: string): string {
  let clipped = ''
  for (const character of whole.replace(/\p{Cc}/gu, ' ').trim()) {
    if (Buffer.byteLength(clipped + character) > MOST_TEXT_BYTES) break
    clipped += character
  }
  return clipped
}

/** What was packed of an order, in parts that fit into a message each; what goes beyond the last part is left out. */
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
