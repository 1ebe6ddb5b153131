import { randomBytes } from 'node:crypto'
import { holderOf, reckon, turnAfter, type BenchClaim } from '../../../shared/domain/orders/bench-claim'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { BenchHolder, LanReach, LanState, LanView } from '../../../shared/contract/neighbors'
import type { Clock } from '../../base/clock'
import type { Neighbors } from '../port/neighbors'
import { createReceiver } from './receiver'
import { clip, readMessage, type Hello, type Said, type Tell } from './message'
import { createPeers, GONE_MS, type Present } from './peers'
import { openMessage, sealMessage } from './seal'
import { createDedupe } from './dedupe'
import { createPublisher, type PackedHere } from './publisher'
import { createRemotePacks } from './remote-packs'
import type { Wire, WireSettings } from './wire'

/** Announces this station on the local network and hears the others; README.md has the invariants. */
export type Lan = Neighbors & {
  view(): Omit<LanView, 'hub'>
  /** The order on this station's bench; `null` for none. */
  put(orderId: number | null): void
  onBench(): number | null
  /** Claims the order for this station, even if another one has it, and announces the claim. */
  takeOver(orderId: number): void
  /** Packed lines may have changed; `null` for many orders. */
  ordersChanged(orderIds: readonly number[] | null): void
  /** Settings, token or account may have changed. */
  refresh(): void
  /** The computer slept: knowledge of the others may be out of date, so asks all at once. */
  wake(): void
  close(): Promise<void>
}

/** This station's identity and settings. */
export type Standing = {
  state: Exclude<LanState, 'open' | 'failing'> | null
  wire: WireSettings
  /** `null` while there is no shared secret. */
  key: Buffer | null
  hasPassphrase: boolean
  name: string
  hostName: string
  operator: string
}

export type LanDeps = {
  clock: Clock
  /** @param onProblem called when the network's problem changes */
  wire: (onDatagram: (datagram: Buffer) => void, onProblem: () => void) => Wire
  standing: () => Standing
  stationId: {
    read(): string
    /** Another station has the same ID: its disk was copied. */
    renew(): void
  }
  packedHere: (orderId: number) => readonly PackedHere[]
  onOrders: (orderIds: readonly number[]) => void
  /** The stations present, or the network's state, have changed. */
  onChange: () => void
}

const HELLO_MS = 3_000
/** Announcements that start at once go out as one. */
const SOON_MS = 50
/** Important messages are repeated at once; the next hello repeats them anyway. */
const AGAIN_MS = [150, 600]

export function createLan(deps: LanDeps): Lan {
  const { clock } = deps
  const boot = randomBytes(6).toString('base64url')
  const seen = createDedupe()
  const peers = createPeers(clock, boot)
  const remotePacks = createRemotePacks()
  const receiver = createReceiver(clock)
  const ignored = { foreign: 0, newer: 0, older: 0, unreadable: 0 }
  let reckoning = { aheadMs: 0 }
  let seq = 0
  let bench: (Omit<BenchClaim, 'stationId'> & { orderId: number }) | null = null
  let standing = deps.standing()
  const timers = new Set<() => void>()

  const nowMs = (): number => Math.round(clock.monotonicMs() + reckoning.aheadMs)
  const later = (delayMs: number, act: () => void): void => {
    const cancel = clock.after(delayMs, () => {
      timers.delete(cancel)
      act()
    })
    timers.add(cancel)
  }

  const say = (what: Said): void => {
    if (standing.state !== null || standing.key === null) return
    const message = { ...what, stationId: deps.stationId.read(), boot, seq: ++seq, nowMs: nowMs() }
    const sealed = sealMessage(standing.key, JSON.stringify(message))
    if (sealed !== null) wire.send(sealed)
  }
  const sayHello = (more: { leaving?: boolean; asking?: boolean } = {}): void => {
    const { name, operator } = standing
    const who = { name: clip(name), operator: clip(operator) }
    say({ kind: 'hello', ...who, order: bench, heard: peers.heard(), leaving: false, ...more })
  }
  let soon = false
  const sayHelloSoon = (): void => {
    if (soon) return
    soon = true
    later(SOON_MS, () => {
      soon = false
      sayHello()
    })
  }
  const sayHelloForSure = (): void => {
    sayHello()
    for (const delayMs of AGAIN_MS) later(delayMs, () => sayHello())
  }

  const publisher = createPublisher({ clock, packedHere: deps.packedHere, say })

  const claimsOn = (orderId: number) =>
    peers.present().flatMap((one) => (one.claim?.orderId === orderId ? [{ ...one.claim, one }] : []))
  const ownClaim = (orderId: number) =>
    bench?.orderId === orderId ? [{ ...bench, stationId: deps.stationId.read(), one: null }] : []
  const holder = (orderId: number): BenchHolder | null => {
    const claim = holderOf([...claimsOn(orderId), ...ownClaim(orderId)])
    if (claim === null || claim.one === null) return null
    const { name, operator, claim: held } = claim.one
    return {
      station: name,
      operator,
      since: formatInstant(held?.sinceWallMs ?? clock.wallMs()),
      tookOver: bench?.orderId === orderId && claim.turn > bench.turn,
    }
  }
  const isThere = (stationId: string): boolean => peers.present().some((one) => one.stationId === stationId)

  /** @param more orders besides those on the station's bench before and now */
  const noteChange = (before: Present | null, after: Present | null, more: readonly number[] = []): void => {
    if (sameForPeople(before, after) && more.length === 0) return
    const benches = [before, after].flatMap((one) => one?.claim?.orderId ?? [])
    const orderIds = [...new Set([...benches, ...more])]
    if (orderIds.length > 0) deps.onOrders(orderIds)
    deps.onChange()
  }

  const hearHello = (hello: Hello): void => {
    const { before, after, restarted } = peers.take(hello)
    if (after !== null && hello.stationId === deps.stationId.read()) deps.stationId.renew()
    const gone = after === null && before !== null
    const more = after !== null && restarted ? remotePacks.forgetFormer(after) : []
    noteChange(before, after, gone ? remotePacks.ordersOf(hello.stationId) : more)
    if ((after === null || restarted) && !hello.leaving) sayHelloSoon()
    if (after === null) return
    hearTime(hello.nowMs)
    if (hello.asking === true) sayHelloSoon()
    if (hello.order !== null) publisher.answer(hello.order.orderId)
  }

  const hearTime = (heardMs: number): void => {
    const { aheadMs, movedMs } = reckon(reckoning, clock.monotonicMs(), heardMs)
    reckoning = { aheadMs }
    if (movedMs === 0 || bench === null) return
    bench = { ...bench, sinceMs: bench.sinceMs + Math.round(movedMs) }
    sayHelloForSure()
  }

  const hearTell = (tell: Tell): void => {
    const from = peers.proven(tell.boot)
    if (from === null) return
    if (remotePacks.take(from, tell, clock.wallMs())) deps.onOrders([tell.orderId])
  }

  const hear = (datagram: Buffer): void => {
    if (standing.state !== null || standing.key === null) return
    const opened = openMessage(standing.key, datagram)
    if (!opened.ok) return void (ignored[opened.problem] += 1)
    const message = readMessage(opened.json)
    if (message === null) return void (ignored.unreadable += 1)
    if (message.boot === boot) return receiver.heardOwn()
    if (!seen.isNew(message.boot, message.seq)) return
    if (message.kind === 'hello') hearHello(message)
    else hearTell(message)
  }

  const forgetAll = (): void => {
    const orderIds = [
      ...remotePacks.orders(),
      ...peers.present().flatMap(({ claim }) => claim?.orderId ?? []),
    ]
    peers.clear()
    remotePacks.clear()
    publisher.clear()
    if (orderIds.length > 0) deps.onOrders(orderIds)
  }

  const refresh = (): void => {
    const next = deps.standing()
    const [was, is] = [keyText(standing), keyText(next)]
    // Stations that drop out are notified while a message can still be sent.
    if (was !== is) {
      sayHello({ leaving: true })
      forgetAll()
    }
    const changed = JSON.stringify(standing) !== JSON.stringify(next)
    standing = next
    wire.listen(next.state === null && next.key !== null ? next.wire : null)
    if (!changed) return
    receiver.restart()
    sayHello()
    deps.onChange()
  }

  const dropGone = (): void => {
    for (const gone of peers.dropGone()) noteChange(gone, null, remotePacks.ordersOf(gone.stationId))
  }
  const reach = (): LanReach | null => {
    if (standing.state !== null || wire.problem() !== null) return null
    return receiver.reach(peers.present().length, standing.wire.addresses.length)
  }
  let shown = ''
  const beat = (): void => {
    later(HELLO_MS, beat)
    // A token may have been replaced, or a name changed.
    refresh()
    dropGone()
    sayHello()
    const now = JSON.stringify([reach(), peers.full()])
    if (now !== shown && shown !== '') deps.onChange()
    shown = now
  }

  const wire = deps.wire(hear, deps.onChange)
  wire.listen(standing.state === null && standing.key !== null ? standing.wire : null)
  beat()

  return {
    holderOf: holder,
    ordersElsewhere: () => [
      ...new Set(
        peers.present().flatMap(({ claim }) => {
          return claim === null || holder(claim.orderId) === null ? [] : [claim.orderId]
        }),
      ),
    ],
    packedElsewhere(orderId, readAt) {
      const lines = remotePacks.lines(orderId, Date.parse(readAt), isThere)
      return new Map(
        [...lines].map(([lineId, { atMs, ...who }]) => [lineId, { ...who, at: formatInstant(atMs) }]),
      )
    },
    put(orderId) {
      if (orderId === (bench?.orderId ?? null)) return
      const before = bench?.orderId
      bench = orderId === null ? null : { orderId, turn: 0, sinceMs: nowMs() }
      sayHelloForSure()
      const held = [before, orderId].filter((id) => typeof id === 'number' && claimsOn(id).length > 0)
      if (held.length > 0) deps.onOrders(held as number[])
    },
    onBench: () => bench?.orderId ?? null,
    takeOver(orderId) {
      const turn = turnAfter([...claimsOn(orderId), ...ownClaim(orderId)])
      bench = { orderId, turn, sinceMs: nowMs() }
      sayHelloForSure()
      deps.onOrders([orderId])
    },
    ordersChanged(orderIds) {
      // Stations that join later ask for themselves.
      if (peers.present().length > 0) publisher.changed(orderIds)
    },
    refresh,
    wake() {
      peers.doubt()
      receiver.restart()
      refresh()
      sayHello({ asking: true })
      for (const delayMs of AGAIN_MS) later(delayMs, () => sayHello({ asking: true }))
      later(GONE_MS / 2, dropGone)
    },
    view: () => ({
      state: standing.state ?? (wire.problem() === null ? 'open' : 'failing'),
      problem: standing.state === null ? wire.problem() : null,
      name: standing.name,
      hostName: standing.hostName,
      hasPassphrase: standing.hasPassphrase,
      stations: peers.present().map((one) => ({
        stationId: one.stationId,
        name: one.name,
        operator: one.operator,
        orderId: one.claim?.orderId ?? null,
        since: one.claim === null ? null : formatInstant(one.claim.sinceWallMs),
        heardAt: formatInstant(one.heardWallMs),
      })),
      reach: reach(),
      full: peers.full(),
      ignored: { ...ignored },
    }),
    async close() {
      sayHello({ leaving: true })
      for (const cancel of timers) cancel()
      await wire.close()
    },
  }
}

/** Whether anything visible to a person changed. */
function sameForPeople(before: Present | null, after: Present | null): boolean {
  const shown = (one: Present | null) => one && [one.name, one.operator, one.claim]
  return JSON.stringify(shown(before)) === JSON.stringify(shown(after))
}

function keyText({ state, key }: Standing): string {
  return state ?? key?.toString('hex') ?? ''
}
