import { connectToHub, type HubDoor } from './transport'

/** What a station would find at the hub, asked once and from outside. */
export type HubDiagnosis = { ok: true; tookMs: number } | { ok: false; problem: string }

/** Connects, asks whether the server has JetStream for this user, and leaves. Changes nothing. */
export async function diagnoseHub(door: HubDoor): Promise<HubDiagnosis> {
  const startedMs = performance.now()
  try {
    const connection = await connectToHub(door, { name: 'packbench --doctor', reconnect: false })
    try {
      const { jetstreamManager } = await import('@nats-io/jetstream')
      await (await jetstreamManager(connection)).getAccountInfo()
      return { ok: true, tookMs: Math.round(performance.now() - startedMs) }
    } finally {
      await connection.close()
    }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
