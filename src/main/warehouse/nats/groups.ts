import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Subscription } from '@nats-io/transport-node'
import type { Clock } from '../../base/clock'
import { tickEvery, Timer } from '../../base/timer'
import type { HubPart, OpenHub } from './part'
import { groupsSubject } from './storage/places'

/**
 * Whether other stations of the account are of another group: a passphrase is mistyped, or missing, at one of them. They
 * cannot read each other, so each says in the open of which group it is, by the group's name, which is there anyway.
 */
export type Groups = HubPart & {
  /** The account, or its token, may be another one. */
  refresh(): void
  /** How many stations of the account were just heard in other groups. */
  others(): number
}

const SAY_MS = 10_000
/** Three may be lost. */
const SILENT_MS = 35_000
/** However many ask, it is said no more often. */
const LEAST_MS = 1_000
/** Stations that anybody makes up must not fill the memory. */
const MOST_HEARD = 1_000
/** What asks for an answer at once. */
export const ASKS = 'ask'

const MARK_BYTES = 8
const slowly = promisify<string, string, number, object, Buffer>(scrypt)

/**
 * What the stations of an account have in common, whatever their passphrase is: its token.
 * SECURITY: everybody at the hub sees it. Each guess at the token costs as much as one at the passphrase, of which the
 * group's name lets anybody make guesses in the same way (`../multicast/seal.ts`).
 */
export async function markOfAccount(accessToken: string, baseUrl: string): Promise<string> {
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
  return (await slowly(accessToken, `packbench groups 1 ${baseUrl}`, MARK_BYTES, cost)).toString('hex')
}

export function createGroups(deps: {
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  stationId: () => string
  /** `null` while no account is open that others may have, too. */
  mark: () => Promise<string | null>
  onChange: () => void
  onFault: (error: unknown) => void
}): Groups {
  const { clock } = deps
  let open: OpenHub | null = null
  let mark: string | null = null
  let subscription: Subscription | null = null
  let heard = new Map<string, number>()
  let said = 0
  let saidMs = Number.NEGATIVE_INFINITY
  let turn = 0
  const answer = new Timer(clock)

  const others = (): number => {
    let count = 0
    for (const atMs of heard.values()) if (clock.monotonicMs() - atMs < SILENT_MS) count += 1
    return count
  }
  const tell = (): void => {
    const now = others()
    if (now === said) return
    said = now
    deps.onChange()
  }
  const say = (): void => {
    if (open === null || mark === null || open.connection.isClosed()) return
    saidMs = clock.monotonicMs()
    open.connection.publish(groupsSubject(mark, open.group.name, deps.stationId()))
  }
  const hear = (subject: string, isAsked: boolean): void => {
    const [, , , group, stationId = ''] = subject.split('.')
    if (open === null || stationId === deps.stationId()) return
    if (group === open.group.name) heard.delete(stationId)
    else if (heard.has(stationId) || heard.size < MOST_HEARD) heard.set(stationId, clock.monotonicMs())
    tell()
    if (isAsked && !answer.isSet()) answer.set(Math.max(0, saidMs + LEAST_MS - clock.monotonicMs()), say)
  }
  const begin = async (): Promise<void> => {
    const mine = ++turn
    const next = await deps.mark()
    if (mine !== turn) return
    subscription?.unsubscribe()
    subscription = null
    if (next !== mark) heard = new Map()
    mark = next
    tell()
    if (open === null || mark === null) return
    subscription = open.connection.subscribe(groupsSubject(mark, '*', '*'), {
      callback: (error, message) => {
        if (error === null) hear(message.subject, Buffer.from(message.data).toString() === ASKS)
      },
    })
    open.connection.publish(groupsSubject(mark, open.group.name, deps.stationId()), ASKS)
    saidMs = clock.monotonicMs()
  }
  const refresh = (): void =>
    void deps
      .mark()
      .then((next) => (next === mark ? say() : begin()))
      .catch(deps.onFault)
  const endTicks = tickEvery(clock, SAY_MS, () => {
    tell()
    refresh()
  })

  return {
    use(next) {
      if (next?.group.name !== open?.group.name) heard = new Map()
      open = next
      return begin()
    },
    refresh,
    others,
    async leave() {},
    async close() {
      turn += 1
      endTicks()
      answer.cancel()
      subscription?.unsubscribe()
    },
  }
}
