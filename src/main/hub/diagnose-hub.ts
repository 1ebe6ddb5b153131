import type { JetStreamManager } from '@nats-io/jetstream'
import { connectToHub, type HubDoor } from './transport'

/** Where a station keeps the heads of its evidence log. `group`: its name. */
export type HeadsPlace = { group: string; stationId: string }

/** What a station would find at the hub, asked once and from outside. */
export type HubDiagnosis =
  | {
      ok: true
      tookMs: number
      /** How many heads of the station's evidence log the hub has; `null`: it has no stream of them. */
      heads: number | null
    }
  | { ok: false; problem: string }

/**
 * Connects, asks whether the server has JetStream for this user, and leaves. Changes nothing.
 * @param place `null`: the station has kept no heads there yet
 */
export async function diagnoseHub(door: HubDoor, place: HeadsPlace | null): Promise<HubDiagnosis> {
  const startedMs = performance.now()
  try {
    const connection = await connectToHub(door, { name: 'packbench --doctor', reconnect: false })
    try {
      const { jetstreamManager } = await import('@nats-io/jetstream')
      const manager = await jetstreamManager(connection)
      await manager.getAccountInfo()
      const tookMs = Math.round(performance.now() - startedMs)
      return { ok: true, tookMs, heads: place && (await headsOf(manager, place)) }
    } finally {
      await connection.close()
    }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function headsOf(manager: JetStreamManager, { group, stationId }: HeadsPlace): Promise<number | null> {
  const filter = `packbench.${group}.evidence.${stationId}.>`
  const info = await manager.streams
    .info(`packbench_${group}_evidence`, { subjects_filter: filter })
    .catch(() => null)
  return info && Object.values(info.state.subjects ?? {}).reduce((all, count) => all + count, 0)
}
