import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../src/main/partner/client'
import type { Observer } from './model/observe'
import type { StationName } from './schedule'

export type Watch = {
  /** Tells the marketplace's journal who sent the request. */
  station: StationName
  /** Dies around a write after `writes` others; `null` for no crash. */
  crash: { writes: number; when: 'before' | 'after' } | null
  die: () => void
  observer: Observer
}

/** Long enough for a server in the same process, short enough to wait for one that hangs. */
const ANSWER_MS = 250

const WRITES = [
  'createShipment',
  'updateShipment',
  'createRefund',
  'cancelOrder',
  'createItem',
  'updateItem',
  'delistItem',
] as const satisfies readonly (keyof PartnerClient)[]

type AnyWrite = (...given: unknown[]) => Promise<unknown>

/** The real client under the station's name, with a crash around a write if required. */
export function watchedClient(watch: Watch): (options: PartnerClientOptions) => PartnerClient {
  return (options) => {
    const plain = createPartnerClient({
      ...options,
      userAgent: watch.station,
      headersTimeoutMs: ANSWER_MS,
      bodyTimeoutMs: ANSWER_MS,
    })
    const { station, observer } = watch
    const client: PartnerClient = {
      ...plain,
      readOrder: (id) => observer.request(station, false, id, () => plain.readOrder(id)),
      createShipment: (id, body) => observer.request(station, true, id, () => plain.createShipment(id, body)),
    }
    const deadly = (write: AnyWrite): AnyWrite => {
      return async (...given) => {
        const when = countDown(watch)
        if (when !== null) watch.observer.strikes(watch.station, `crash ${when} a write`)
        if (when === 'before') return died(watch)
        try {
          return await write(...given)
        } finally {
          if (when === 'after') died(watch)
        }
      }
    }
    const writes = WRITES.map((name) => [name, deadly(client[name] as AnyWrite)])
    return { ...client, ...(Object.fromEntries(writes) as Pick<PartnerClient, (typeof WRITES)[number]>) }
  }
}

function countDown(watch: Watch): 'before' | 'after' | null {
  const { crash } = watch
  if (crash === null) return null
  if (crash.writes > 0) {
    crash.writes -= 1
    return null
  }
  watch.crash = null
  return crash.when
}

function died(watch: Watch): never {
  watch.die()
  throw new Died()
}

/** Thrown in a dead station's code; never in a living one's. */
export class Died extends Error {
  override readonly name = 'Died'
}
