import { connect } from '@nats-io/transport-node'
import { Kvm } from '@nats-io/kv'
import { expect, onTestFinished } from 'vitest'
import { openValue, type HubGroup } from '../../src/main/hub/seal'

/** Who held which order, one after the other, as somebody sees it who only watches the bucket. */
export type ClaimHistory = {
  /** @throws when a claim changed its station without a takeover, a return, or half a minute of silence */
  check(): void
  claims(): number
}

type Written = {
  revision: number
  key: string
  atMs: number
  claim: { stationId: string; turn: number } | null
}

/** Claims that nobody renews for so long may be given to anybody. */
const EXPIRED_MS = 30_000

export async function watchClaims(servers: readonly string[], group: HubGroup): Promise<ClaimHistory> {
  const connection = await connect({ servers: [...servers], maxReconnectAttempts: -1 })
  onTestFinished(() => connection.close())
  const name = `packbench_${group.name}_claims`
  const kv = await new Kvm(connection).create(name, { ttl: EXPIRED_MS, replicas: servers.length, history: 1 })
  const written: Written[] = []
  const watch = await kv.watch()
  void (async () => {
    for await (const { revision, key, created, operation, value } of watch) {
      const opened = operation === 'PUT' ? openValue(group.key, `claims/${key}`, value) : null
      const claim = opened?.ok === true ? (JSON.parse(opened.json) as Written['claim']) : null
      written.push({ revision, key, atMs: created.getTime(), claim })
    }
  })()
  return {
    claims: () => written.filter(({ claim }) => claim !== null).length,
    check() {
      const holders = new Map<string, Written>()
      let last = 0
      for (const next of written) {
        // What was not heard may have been a return: nothing is known any more.
        if (next.revision !== last + 1) holders.clear()
        last = next.revision
        const before = holders.get(next.key)
        holders.set(next.key, next)
        const [was, is] = [before?.claim ?? null, next.claim]
        if (before === undefined || was === null || is === null || was.stationId === is.stationId) continue
        if (next.atMs - before.atMs >= EXPIRED_MS) continue
        expect(is.turn, `order ${next.key}: ${was.stationId} -> ${is.stationId}`).toBeGreaterThan(was.turn)
      }
    },
  }
}
