/** What a person has to do about a station, as the warehouse page lists it, and the order of that list. */

/** Gravest first: what waits for a person at a station that nobody works at comes before everything else. */
export const STATION_NEEDS = [
  /** It is offline, and not everything that was confirmed there is on the marketplace. */
  'unsent_offline',
  'held',
  'alarms',
  'disk_full',
  /** The marketplace refuses the token, or nobody knows whose it is: nothing is sent. */
  'token',
  'no_connection',
  'clock',
] as const
export type StationNeed = (typeof STATION_NEEDS)[number]

export type StationToJudge = {
  state: 'online' | 'silent' | 'closed'
  gate: string
  noConnection: unknown
  clock: { state: string }
  diskFull: boolean
  waiting: number
  held: number
  notices: number
}

/** The clock of a PC is right, or close enough that nobody has to do anything. */
const FINE_CLOCKS: ReadonlySet<string> = new Set(['unknown', 'right', 'confirmed'])
const TOKEN_GATES: ReadonlySet<string> = new Set(['unauthorized', 'unproven'])

const APPLIES: Readonly<Record<StationNeed, (station: StationToJudge) => boolean>> = {
  unsent_offline: ({ state, waiting, held }) => state !== 'online' && waiting + held > 0,
  // Nobody can answer it at a station that is offline.
  held: ({ state, held }) => state === 'online' && held > 0,
  alarms: ({ notices }) => notices > 0,
  disk_full: ({ state, diskFull }) => state === 'online' && diskFull,
  token: ({ state, gate }) => state === 'online' && TOKEN_GATES.has(gate),
  no_connection: ({ state, gate, noConnection }) =>
    state === 'online' && noConnection !== null && !TOKEN_GATES.has(gate),
  clock: ({ state, clock }) => state === 'online' && !FINE_CLOCKS.has(clock.state),
}

/** Gravest first. What was said by a station that is offline says nothing of its PC now, but its operations are there still. */
export function needsOf(station: StationToJudge): StationNeed[] {
  return STATION_NEEDS.filter((need) => APPLIES[need](station))
}

/** What the wall lists: every need of every station, open alarms first, then gravest first. */
export function needsOfAll<S extends StationToJudge>(
  stations: readonly S[],
): { station: S; need: StationNeed }[] {
  const rank = (need: StationNeed): number => (need === 'alarms' ? -1 : STATION_NEEDS.indexOf(need))
  return stations
    .flatMap((station) => needsOf(station).map((need) => ({ station, need })))
    .toSorted((one, other) => rank(one.need) - rank(other.need))
}

/**
 * A station may be lost before it has said what it packed last: the hub has copies of its open operations, and these
 * count. What a station online says is newer than what the hub has.
 */
export function withLeftBehind<S extends StationToJudge & { stationId: string }>(
  stations: readonly S[],
  leftBehind: readonly { stationId: string; operations: number }[],
): S[] {
  return stations.map((station) => {
    const left = leftBehind.find(({ stationId }) => stationId === station.stationId)
    if (station.state === 'online' || left === undefined) return station
    return { ...station, waiting: Math.max(station.waiting, left.operations - station.held) }
  })
}

/** Those that need a person first, gravest first; then those online, each by name. */
export function byNeed<S extends StationToJudge & { name: string }>(stations: readonly S[]): S[] {
  const rank = (station: S): number => {
    const [gravest] = needsOf(station)
    if (gravest !== undefined) return STATION_NEEDS.indexOf(gravest)
    return STATION_NEEDS.length + (station.state === 'online' ? 0 : 1)
  }
  return stations.toSorted(
    (one, other) =>
      rank(one) - rank(other) || one.name.localeCompare(other.name, undefined, { numeric: true }),
  )
}
