import type { RequestChannel } from '../../src/shared/contract/channels'

/** What a test and a station's process say to each other. */

export type Start = {
  servers: readonly string[]
  /** Of the stations' group, in hexadecimal digits. */
  secret: string
  stationId: string
  name: string
  /** How wrong its wall clock is. */
  skewMs: number
}

export type Question =
  | { id: number; ask: 'put'; orderId: number | null }
  | { id: number; ask: 'takeOver'; orderId: number }
  | { id: number; ask: 'look'; orderIds: readonly number[] }

export type Look = {
  state: 'open' | 'away'
  refusal: string | null
  onBench: number | null
  confirmed: boolean
  /** For each order asked about, the other station that has it. */
  elsewhere: (string | null)[]
}

export type Answer = { id: number; look: Look | null }

/** Somebody who only watches a bucket. */
export type WatchStart = { servers: readonly string[]; bucket: string; ttlMs: number }
/** `epoch`: of the bucket, the first thing said. `sealed`: in hexadecimal digits; `null`: removed. */
export type Watched =
  | { epoch: string }
  | { revision: number; key: string; atMs: number; sealed: string | null }

/** Somebody who looks which open operations have copies at the hub. */
export type CopiesStart = { servers: readonly string[] }
export type CopiesQuestion = { id: number; ask: 'copies' }
/** The subjects of copies that no other station has taken over; each is one operation. */
export type CopiesAnswer = { id: number; value: string[] }

/** Connections that watch the same buckets. */
export type WatchersStart = { url: string; watchers: number; buckets: readonly string[] }

/** A crowd of complete stations in one process. */
export type CrowdStart = {
  dir: string
  /** The number of the first of them; they are called `Bench 1` and so on. */
  first: number
  /** For each station, the orders that it opens one after the other to pack them. */
  orderIds: readonly (readonly number[])[]
  hubUrl: string
  marketplace: { baseUrl: string; accessToken: string }
  packEveryMs: number
}
export type CrowdAsks =
  | { ask: 'go' | 'look' }
  /** No further order is opened. */
  | { ask: 'stop' }
export type CrowdSays =
  | { kind: 'ready' }
  | { kind: 'packed'; orderId: number; station: number; at: string }
  /** Another station has it on its bench, or has packed it. */
  | { kind: 'elsewhere'; orderId: number; station: number }
  | { kind: 'failed'; what: string }
  /** How long a claim took to be seen at another station of the crowd. */
  | { kind: 'seen'; ms: number }
  /** `ages`: of what each station knows; `open`: operations that are not confirmed. */
  | { kind: 'looked'; ages: number[]; open: number; held: number }

/** A complete station in a process of its own. */
export type ComposedStart = {
  dataDir: string
  stationName: string
  servers: readonly string[]
  marketplace: { baseUrl: string; accessToken: string }
}
export type ComposedQuestion =
  | { id: number; ask: 'call'; channel: RequestChannel; request: unknown }
  /** How many times as fast as real time it waits, once it has had the time to connect. */
  | { id: number; ask: 'pace'; times: number }
  /** The marketplace has had a turn: hurried time goes on. */
  | { id: number; ask: 'pulse' }
  /**
   * From now on it counts what it asks the hub about the journal and its owners, and what it commits. At this step it is
   * killed, or stops until somebody lets it go on.
   */
  | { id: number; ask: 'endAt'; point: number; by: 'SIGKILL' | 'SIGSTOP' }
export type ComposedAnswer = { id: number; value: unknown }

/** A marketplace on a computer of its own. */
export type MarketStart = {
  host: string
  dataDir: string
  orders: number
  /** Every second read of orders shows them as they were so long ago. */
  lagMs: number
}
export type MarketReady = { baseUrl: string; accessToken: string }
export type MarketQuestion =
  | { id: number; ask: 'log' }
  | { id: number; ask: 'lists'; withinMs: number }
  | { id: number; ask: 'order'; orderId: number }
  | { id: number; ask: 'touch'; orderId: number }
  | { id: number; ask: 'untouched' }
  | { id: number; ask: 'turn' }
export type MarketAnswer = { id: number; value: unknown }
