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
/** `sealed`: in hexadecimal digits; `null`: removed. */
export type Watched = 'watching' | { revision: number; key: string; atMs: number; sealed: string | null }

/** Connections that watch the same buckets. */
export type WatchersStart = { url: string; watchers: number; buckets: readonly string[] }

/** A crowd of complete stations in one process. */
export type CrowdStart = {
  dir: string
  stations: number
  hubUrl: string
  marketplace: { baseUrl: string; accessToken: string }
  /** Shared out among them. */
  orderIds: readonly number[]
  packEveryMs: number
}
export type CrowdSays = { kind: 'ready' } | { kind: 'packed' } | { kind: 'failed'; what: string }
