import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { isRefused } from './storage/open-place'
import { flushWords } from './server/flush'
import { ASKS } from './groups'
import { groupsSubject, inboxOf, placesAtHub, type PlaceAtHub } from './storage/places'
import type { OtherVersions } from './presence'
import { isReplaced, newestOf } from './storage/compare-and-set'
import { saysVersion } from './storage/seal'
import { connectToHub, type HubDoor } from './server/transport'

/** Where a station is at the hub. `group`, `account`: their names there; `null` while no secret or no token is known. */
export type StandAtHub = {
  stationId: string
  group: string | null
  account: string | null
  /** Of its account for `groups.ts`; `null` while no token is known. */
  mark: string | null
}

/** What a station would find at the hub, asked once and from outside. */
export type HubDiagnosis = HubAnswer | { ok: false; problem: string }
export type HubAnswer = {
  ok: true
  tookMs: number
  /** Whether the server may forget what it has acknowledged, in words. */
  flush: string
  /** How many heads of the station's evidence log the hub has; `null`: it has no stream of them. */
  heads: number | null
  /** How many open operations of the station the hub has copies of; `null`: it has no stream of them. */
  copies: number | null
  /** How many other stations say that they have another version of what is kept there. */
  others: OtherVersions
  /** How many other stations of the account just answered from another group. */
  otherGroups: number
  /** What it lacks for this station, in words. */
  lacks: string[]
}

/** A stream with less space than this is nearly full. */
const NEARLY_FULL = 0.9
/** No entry has this number: what names it is compared, and not stored. */
const NEVER = Number.MAX_SAFE_INTEGER

/**
 * Connects, uses each right that the station needs, and leaves. Changes nothing: what it writes names an entry that it
 * would replace and that is not there.
 */
export async function diagnoseHub(door: HubDoor, stand: StandAtHub): Promise<HubDiagnosis> {
  const startedMs = performance.now()
  const { stationId, group, account } = stand
  try {
    const connection = await connectToHub(door, {
      name: 'packbench --doctor',
      reconnect: false,
      inboxPrefix: inboxOf(stationId),
    })
    try {
      const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
      const manager = await jetstreamManager(connection)
      await manager.getAccountInfo()
      const tookMs = Math.round(performance.now() - startedMs)
      const flush = flushWords(connection.info?.version ?? '')
      if (group === null)
        return {
          ok: true,
          tookMs,
          flush,
          heads: null,
          copies: null,
          others: { newer: 0, older: 0 },
          otherGroups: 0,
          lacks: [],
        }
      const otherGroups = await countOtherGroups(connection, stand, group)
      const lacks: string[] = []
      const places = placesAtHub(group, account === null ? [] : [account], 1)
      for (const place of places) {
        const lack = await lackOf(manager, jetstream(connection), place, stationId)
        if (lack !== null) lacks.push(lack)
      }
      const others = await othersOf(manager, group, stationId)
      return {
        ok: true,
        tookMs,
        flush,
        heads: await countAt(manager, `packbench_${group}_evidence`, `${stationId}.>`),
        copies:
          account === null
            ? null
            : await countAt(manager, `packbench_${group}_journal`, `${account}.${stationId}.>`),
        others,
        otherGroups,
        lacks,
      }
    } finally {
      await connection.close()
    }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** How many other stations of the account answer from another group. */
async function countOtherGroups(
  connection: NatsConnection,
  { stationId, mark }: StandAtHub,
  group: string,
): Promise<number> {
  if (mark === null) return 0
  const others = new Set<string>()
  connection.subscribe(groupsSubject(mark, '*', '*'), {
    callback(error, { subject }) {
      const [, , , of, id = ''] = error === null ? subject.split('.') : []
      if (id !== '' && id !== stationId && of !== group) others.add(id)
    },
  })
  connection.publish(groupsSubject(mark, group, stationId), ASKS)
  await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
  return others.size
}
/** Stations that are asked answer at once, unless they have just said it. */
const ANSWERS_MS = 1_500

/** Of a bucket or stream; `null` for nothing. */
async function lackOf(
  manager: JetStreamManager,
  js: JetStreamClient,
  { name, subjects }: PlaceAtHub,
  stationId: string,
): Promise<string | null> {
  let info: StreamInfo
  try {
    info = await manager.streams.info(name)
  } catch (error) {
    if (isRefused(error)) return `no right to read ${name}`
    return (await mayCreate(manager, name)) ? null : `no ${name}`
  }
  const { config, state } = info
  if (config.max_bytes > 0 && state.bytes > config.max_bytes * NEARLY_FULL) return `${name} is full`
  const key = ownKey(name, stationId)
  if (key === null) return null
  try {
    const subject = subjects[0]?.replace('>', key) ?? ''
    await js.publish(subject, new Uint8Array(), { expect: { lastSubjectSequence: NEVER } })
  } catch (error) {
    if (isRefused(error)) return `no right to write to ${name}`
    if (!isReplaced(error)) return `${name}: ${error instanceof Error ? error.message : String(error)}`
  }
  return null
}

/** Where stations may create, as at a hub for a trial, nothing needs to be there. What is asked creates nothing. */
async function mayCreate(manager: JetStreamManager, name: string): Promise<boolean> {
  try {
    await manager.streams.add({ name, num_replicas: 0, max_age: 1 })
    return true
  } catch (error) {
    return !isRefused(error)
  }
}

/** A key of a place that is the station's own; `null` where only stations that lead write. */
function ownKey(name: string, stationId: string): string | null {
  const use = /_([a-z]+)(?:_[0-9a-f]+)?$/.exec(name)?.[1] ?? ''
  if (use === 'setup' || use === 'logos') return null
  if (use === 'evidence') return `${stationId}.doctor`
  if (use === 'journal') return `doctor.${stationId}.doctor`
  if (use === 'budget') return `doctor.doctor.${stationId}`
  if (use === 'owners') return `doctor.${stationId}`
  return use === 'stations' ? stationId : 'doctor'
}

async function othersOf(manager: JetStreamManager, group: string, stationId: string): Promise<OtherVersions> {
  const stream = `KV_packbench_${group}_stations`
  const others = { newer: 0, older: 0 }
  const info = await manager.streams.info(stream, { subjects_filter: '>' }).catch(() => null)
  for (const subject of Object.keys(info?.state.subjects ?? {})) {
    if (subject.endsWith(`.${stationId}`)) continue
    const there = await newestOf(manager, stream, subject)
    const version = there && saysVersion(there.data)
    if (version !== null) others[version] += 1
  }
  return others
}

/** How many subjects of a stream have these places; `null`: there is no such stream. */
async function countAt(manager: JetStreamManager, stream: string, places: string): Promise<number | null> {
  const filter = `${stream.replaceAll('_', '.')}.${places}`
  const info = await manager.streams.info(stream, { subjects_filter: filter }).catch(() => null)
  return info && Object.values(info.state.subjects ?? {}).reduce((all, count) => all + count, 0)
}
