import { expect, onTestFinished } from 'vitest'
import { openValue, type HubGroup } from '../../src/main/warehouse/nats/storage/seal'
import type { Computer } from '../support/namespaces'
import type { Watched, WatchStart } from './messages'

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

/** @param file the bundled process that watches */
export async function watchClaims(
  computer: Computer,
  file: string,
  servers: readonly string[],
  group: HubGroup,
): Promise<ClaimHistory> {
  const start: WatchStart = { servers, bucket: `packbench_${group.name}_claims`, ttlMs: EXPIRED_MS }
  const child = computer.spawn(process.execPath, [file, JSON.stringify(start)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written: Written[] = []
  let epoch = ''
  await new Promise<void>((resolve) => {
    child.on('message', (watched: Watched) => {
      if ('epoch' in watched) {
        epoch = watched.epoch
        return resolve()
      }
      const { revision, key, atMs, sealed } = watched
      const position = { use: 'claims', epoch, key, sequence: revision }
      const opened = sealed === null ? null : openValue(group, position, Buffer.from(sealed, 'hex'))
      const claim = opened?.ok === true ? (JSON.parse(opened.json) as Written['claim']) : null
      written.push({ revision, key, atMs, claim })
    })
  })
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
        const what = `order ${next.key}: ${was.stationId} -> ${is.stationId} after ${next.atMs - before.atMs} ms`
        expect(is.turn, what).toBeGreaterThan(was.turn)
      }
    },
  }
}
