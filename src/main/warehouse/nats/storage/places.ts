/**
 * What a group of stations has at the hub, in the words of NATS, and what each station may do there: one list for the
 * stations and for the set-up (`scripts/hub.mjs` reads this file as it is, so it imports nothing).
 *
 * SECURITY: nothing in them can be deleted or purged, by whichever user. A NATS server checks what a user publishes, but
 * not where it is told to send an answer: with a stream's name as the address of an answer, a user that may write
 * anywhere could otherwise purge it. So nothing may be put over a whole bucket (rollups), and no right is given that
 * makes the server send an empty message to an address of the user's choice, which deletes a stream: direct reads and
 * pulls (`DIRECT.GET`, `CONSUMER.MSG.NEXT`).
 */
export type PlaceAtHub = {
  name: string
  subjects: string[]
  storage: 'file'
  retention: 'limits'
  discard: 'new'
  num_replicas: number
  max_msgs_per_subject: number
  /** Nanoseconds; 0: what is there stays. */
  max_age: number
  /** Bytes; -1: as much as the server has. */
  max_bytes: number
  duplicate_window: number
  allow_direct: false
  allow_rollup_hdrs: false
  deny_delete: true
  deny_purge: true
  discard_new_per_subject?: true
  /** What is sealed in it opens only there: see `epochOf`. Kept by a server's own copies, and given by the set-up. */
  description?: string
}

/**
 * A bucket or stream that was made again has another epoch: nothing that was recorded before can stand in it. One that was
 * made by hand may have none.
 */
export function epochOf({ description }: { description?: string | undefined }): string {
  return description ?? ''
}
/** For a bucket or stream that is being made. */
export function newEpoch(): string {
  return `epoch ${globalThis.crypto.randomUUID()}`
}

const NANOS_PER_MS = 1_000_000
const DUPLICATE_WINDOW_MS = 120_000
const MB = 2 ** 20

/** Buckets of the group, with how long values last that nobody renews, and how large they may be. */
const BUCKETS = {
  claims: { ttlMs: 30_000, most: 16 * MB },
  stations: { ttlMs: 7 * 86_400_000, most: 16 * MB },
  leader: { ttlMs: 15_000, most: 4 * MB },
  budget: { ttlMs: 60_000, most: 4 * MB },
  owners: { ttlMs: 0, most: 16 * MB },
  setup: { ttlMs: 0, most: 16 * MB },
  logos: { ttlMs: 0, most: 64 * MB },
} as const
/** Buckets of an account, which stations find by its name at the hub. */
const OF_ACCOUNT = {
  orders: { ttlMs: 0, most: 512 * MB },
  items: { ttlMs: 0, most: 256 * MB },
  codes: { ttlMs: 0, most: 128 * MB },
  numbers: { ttlMs: 60 * 86_400_000, most: 128 * MB },
} as const
const JOURNAL_BYTES = 256 * MB
const EVIDENCE_BYTES = 512 * MB

/** How many entries of a subject a stream keeps forever: a full subject refuses new entries. */
export type FinalEntries = { most: number; maxAgeMs: number }

/** At five minutes a head, around the clock, it is full after a year. */
export const HEADS: FinalEntries = { most: 100_000, maxAgeMs: 400 * 86_400_000 }

const common = (name: string, subject: string, replicas: number): PlaceAtHub => ({
  name,
  subjects: [subject],
  storage: 'file',
  retention: 'limits',
  // What is full must refuse what is new rather than drop what nobody else has.
  discard: 'new',
  num_replicas: replicas,
  max_msgs_per_subject: 1,
  max_age: 0,
  max_bytes: -1,
  duplicate_window: DUPLICATE_WINDOW_MS * NANOS_PER_MS,
  allow_direct: false,
  allow_rollup_hdrs: false,
  deny_delete: true,
  deny_purge: true,
})

/** A bucket of values, of which the newest of each key stays. */
export function bucketAtHub(
  group: string,
  use: string,
  { ttlMs = 0, replicas }: { ttlMs?: number | undefined; replicas: number },
): PlaceAtHub {
  const name = `packbench_${group}_${use}`
  const place = common(`KV_${name}`, `$KV.${name}.>`, replicas)
  // A server takes no duplicate window that is longer than values last.
  const window = ttlMs === 0 ? DUPLICATE_WINDOW_MS : Math.min(ttlMs, DUPLICATE_WINDOW_MS)
  return { ...place, max_age: ttlMs * NANOS_PER_MS, duplicate_window: window * NANOS_PER_MS }
}

/** A stream of entries. @param final without it, the newest entry of each subject is kept */
export function streamAtHub(
  group: string,
  use: string,
  { final, replicas }: { final: FinalEntries | null; replicas: number },
): PlaceAtHub {
  const place = common(`packbench_${group}_${use}`, `packbench.${group}.${use}.>`, replicas)
  if (final === null) return place
  const { most, maxAgeMs } = final
  return {
    ...place,
    max_msgs_per_subject: most,
    max_age: maxAgeMs * NANOS_PER_MS,
    discard_new_per_subject: true,
  }
}

/** Everything that the set-up makes. @param accounts their names at the hub, as the stations say them */
export function placesAtHub(group: string, accounts: readonly string[], replicas: number): PlaceAtHub[] {
  return [
    ...Object.entries(BUCKETS).map(([use, { ttlMs, most }]) => ({
      ...bucketAtHub(group, use, { ttlMs, replicas }),
      max_bytes: most,
    })),
    ...accounts.flatMap((account) =>
      Object.entries(OF_ACCOUNT).map(([use, { ttlMs, most }]) => ({
        ...bucketAtHub(group, `${use}_${account}`, { ttlMs, replicas }),
        max_bytes: most,
      })),
    ),
    { ...streamAtHub(group, 'journal', { final: null, replicas }), max_bytes: JOURNAL_BYTES },
    { ...streamAtHub(group, 'evidence', { final: HEADS, replicas }), max_bytes: EVIDENCE_BYTES },
  ]
}

export type StationAtHub = {
  /** As the station says it: part of the subjects that are its own. */
  id: string
  /** It may publish settings for all, remove stations from the list, and take over the work of others. */
  leads: boolean
}

/**
 * What one station may publish and hear, by subject.
 * @public for `scripts/hub-stations.mjs`
 */
export function rightsAtHub(
  group: string,
  accounts: readonly string[],
  { id, leads }: StationAtHub,
): { publish: string[]; subscribe: string[] } {
  const value = (use: string, key: string): string => `$KV.packbench_${group}_${use}.${key}`
  const own = leads ? '*' : id
  return {
    publish: [
      `packbench.${group}.neighbors`,
      groupsSubject('*', '*', id),
      `packbench.${group}.evidence.${id}.>`,
      `packbench.${group}.journal.*.${leads ? '>' : `${id}.>`}`,
      value('claims', '*'),
      value('leader', '*'),
      value('budget', `*.*.${id}`),
      value('stations', own),
      value('owners', `*.${own}`),
      ...(leads ? [value('setup', '*'), value('logos', '*.*')] : []),
      ...accounts.flatMap((account) => Object.keys(OF_ACCOUNT).map((use) => value(`${use}_${account}`, '*'))),
      '$JS.API.INFO',
      ...placesAtHub(group, accounts, 1).flatMap(({ name }) => [
        `$JS.API.STREAM.INFO.${name}`,
        `$JS.API.STREAM.MSG.GET.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}.>`,
        `$JS.API.CONSUMER.INFO.${name}.*`,
        `$JS.API.CONSUMER.DELETE.${name}.*`,
        `$JS.FC.${name}.>`,
      ]),
    ],
    subscribe: [`${inboxOf(id)}.>`, `packbench.${group}.neighbors`, groupsSubject('*', '*', '*')],
  }
}

/** Where a station says in the open of which group it is: not stored, and not sealed. @param mark of its account */
export function groupsSubject(mark: string, group: string, stationId: string): string {
  return `packbench.groups.${mark}.${group}.${stationId}`
}

/** Where the answers to a station go: no other one hears them. */
export function inboxOf(id: string): string {
  return `_INBOX.${id}`
}
