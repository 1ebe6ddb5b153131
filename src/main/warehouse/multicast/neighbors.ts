import { randomBytes } from 'node:crypto'
import { holderOf, reckon, turnAfter, type BenchClaim } from '../../../shared/domain/orders/bench-claim'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type {
  BenchHolder,
  LanReach,
  LanState,
  LanView,
  PackedElsewhere,
} from '../../../shared/contract/neighbors'
import type { Clock } from '../../base/clock'
import type { Neighbors } from '../port/neighbors'
import { createReceiver } from './receiver'
import { clip, readMessage, type Hello, type Said, type Tell } from './message'
import { createPeers, GONE_MS, type Present } from './peers'
import { openMessage, sealMessage } from './seal'
import { createDedupe } from './dedupe'
import { createPublisher, type PackedHere, type Publisher } from './publisher'
import { createRemotePacks } from './remote-packs'
import type { Wire, WireSettings } from './wire'

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

export type NeighborsDeps = {
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

/** The order on this station's bench. */
type Bench = Omit<BenchClaim, 'stationId'> & { orderId: number }

const HELLO_MS = 3_000
/** Announcements that start at once go out as one. */
const SOON_MS = 50
/** Important messages are repeated at once; the next hello repeats them anyway. */
const AGAIN_MS = [150, 600]

/** Announces this station to its neighbors and hears them; README.md has the invariants. Begins when it is made. */
export class MulticastNeighbors implements Omit<Neighbors, 'slotsElsewhere'> {
  /** Of this start of the program: nobody could know it before. */
  private readonly boot = randomBytes(6).toString('base64url')
  private readonly clock: Clock
  /** The messages that have arrived: one that arrives again is dropped. */
  private readonly seen = createDedupe()
  /** The stations present and the orders on their benches. */
  private readonly peers
  /** Lines that other stations have announced as packed. */
  private readonly remotePacks = createRemotePacks()
  /** Whether datagrams arrive. */
  private readonly receiver
  /** Announces the lines that this station has packed. */
  private readonly publisher: Publisher
  private readonly wire: Wire
  /** Cancel what `later` has put off. */
  private readonly timers = new Set<() => void>()
  private closed = false
  /** How many messages changed nothing, by the reason. */
  private readonly ignored = { foreign: 0, newer: 0, older: 0, unreadable: 0 }
  /** How far the stations' common time is ahead of this PC's monotonic clock; see `reckon`. */
  private reckoning = { aheadMs: 0 }
  /** The number of the last message said. */
  private seq = 0
  /** `null` while no order is on this station's bench. */
  private bench: Bench | null = null
  /** As read last; `refresh` reads it again. */
  private standing: Standing
  /** A hello is about to be said. */
  private soon = false
  /** How well this station is heard, as last announced. */
  private shown = ''

  constructor(private readonly deps: NeighborsDeps) {
    this.clock = deps.clock
    this.peers = createPeers(deps.clock, this.boot)
    this.receiver = createReceiver(deps.clock)
    this.publisher = createPublisher({
      clock: deps.clock,
      packedHere: deps.packedHere,
      say: (what) => this.say(what),
    })
    this.standing = deps.standing()
    this.wire = deps.wire((datagram) => this.hear(datagram), deps.onChange)
    this.listen()
    this.beat()
  }

  view(): Omit<LanView, 'hub'> {
    const { standing, peers, wire } = this
    return {
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
      reach: this.reach(),
      full: peers.full(),
      ignored: { ...this.ignored },
    }
  }

  holderOf(orderId: number): BenchHolder | null {
    const { bench } = this
    const claim = holderOf([...this.claimsOn(orderId), ...this.ownClaim(orderId)])
    if (claim === null || claim.one === null) return null
    const { name, operator, claim: held } = claim.one
    return {
      station: name,
      operator,
      since: formatInstant(held?.sinceWallMs ?? this.clock.wallMs()),
      tookOver: bench?.orderId === orderId && claim.turn > bench.turn,
    }
  }

  ordersElsewhere(): number[] {
    const claimed = this.peers.present().flatMap(({ claim }) => claim?.orderId ?? [])
    return [...new Set(claimed.filter((orderId) => this.holderOf(orderId) !== null))]
  }

  packedElsewhere(orderId: number, readAt: string): Map<number, PackedElsewhere> {
    const lines = this.remotePacks.lines(orderId, Date.parse(readAt), (stationId) => this.isThere(stationId))
    return new Map(
      [...lines].map(([lineId, { atMs, ...who }]) => [lineId, { ...who, at: formatInstant(atMs) }]),
    )
  }

  onBench(): number | null {
    return this.bench?.orderId ?? null
  }

  /** @param orderId the order on this station's bench; `null` for none */
  put(orderId: number | null): void {
    const before = this.onBench()
    if (orderId === before) return
    this.bench = orderId === null ? null : { orderId, turn: 0, sinceMs: this.nowMs() }
    this.sayHelloForSure()
    const held = [before, orderId].flatMap((id) => (id !== null && this.claimsOn(id).length > 0 ? [id] : []))
    if (held.length > 0) this.deps.onOrders(held)
  }

  /** Claims the order for this station, even if another one has it, and announces the claim. */
  takeOver(orderId: number): void {
    const turn = turnAfter([...this.claimsOn(orderId), ...this.ownClaim(orderId)])
    this.bench = { orderId, turn, sinceMs: this.nowMs() }
    this.sayHelloForSure()
    this.deps.onOrders([orderId])
  }

  /** Packed lines may have changed; `null` for many orders. */
  ordersChanged(orderIds: readonly number[] | null): void {
    // Stations that join later ask for themselves.
    if (this.peers.present().length > 0) this.publisher.changed(orderIds)
  }

  /** Settings, token or account may have changed. */
  refresh(): void {
    const [before, next] = [this.standing, this.deps.standing()]
    // Stations that drop out are notified while a message can still be sent.
    if (keyText(before) !== keyText(next)) {
      this.sayHello({ leaving: true })
      this.forgetAll()
    }
    this.standing = next
    this.listen()
    if (JSON.stringify(before) === JSON.stringify(next)) return
    this.receiver.restart()
    this.sayHello()
    this.deps.onChange()
  }

  /** The computer slept: knowledge of the others may be out of date, so asks all at once. */
  wake(): void {
    this.peers.doubt()
    this.receiver.restart()
    this.refresh()
    this.sayHello({ asking: true })
    for (const delayMs of AGAIN_MS) this.later(delayMs, () => this.sayHello({ asking: true }))
    this.later(GONE_MS / 2, () => this.dropGone())
  }

  async close(): Promise<void> {
    this.sayHello({ leaving: true })
    this.closed = true
    for (const cancel of this.timers) cancel()
    await this.wire.close()
  }

  private nowMs(): number {
    return Math.round(this.clock.monotonicMs() + this.reckoning.aheadMs)
  }

  private later(delayMs: number, act: () => void): void {
    // A window is let go of after the station's end, and its order with it.
    if (this.closed) return
    const cancel = this.clock.after(delayMs, () => {
      this.timers.delete(cancel)
      act()
    })
    this.timers.add(cancel)
  }

  private listen(): void {
    const { state, key, wire } = this.standing
    this.wire.listen(state === null && key !== null ? wire : null)
  }

  private beat(): void {
    this.later(HELLO_MS, () => this.beat())
    // A token may have been replaced, or a name changed.
    this.refresh()
    this.dropGone()
    this.sayHello()
    const now = JSON.stringify([this.reach(), this.peers.full()])
    if (now !== this.shown && this.shown !== '') this.deps.onChange()
    this.shown = now
  }

  private say(what: Said): void {
    const { state, key } = this.standing
    if (state !== null || key === null) return
    const from = { stationId: this.deps.stationId.read(), boot: this.boot, seq: ++this.seq }
    const sealed = sealMessage(key, JSON.stringify({ ...what, ...from, nowMs: this.nowMs() }))
    if (sealed !== null) this.wire.send(sealed)
  }

  private sayHello(more: { leaving?: boolean; asking?: boolean } = {}): void {
    const { name, operator } = this.standing
    const who = { name: clip(name), operator: clip(operator) }
    this.say({
      kind: 'hello',
      ...who,
      order: this.bench,
      heard: this.peers.heard(),
      leaving: false,
      ...more,
    })
  }

  private sayHelloSoon(): void {
    if (this.soon) return
    this.soon = true
    this.later(SOON_MS, () => {
      this.soon = false
      this.sayHello()
    })
  }

  private sayHelloForSure(): void {
    this.sayHello()
    for (const delayMs of AGAIN_MS) this.later(delayMs, () => this.sayHello())
  }

  private hear(datagram: Buffer): void {
    const { state, key } = this.standing
    if (state !== null || key === null) return
    const opened = openMessage(key, datagram)
    if (!opened.ok) return void (this.ignored[opened.problem] += 1)
    const message = readMessage(opened.json)
    if (message === null) return void (this.ignored.unreadable += 1)
    if (message.boot === this.boot) return this.receiver.heardOwn()
    if (!this.seen.isNew(message.boot, message.seq)) return
    if (message.kind === 'hello') this.hearHello(message)
    else this.hearTell(message)
  }

  private hearHello(hello: Hello): void {
    const { stationId } = this.deps
    const { before, after, restarted } = this.peers.take(hello)
    if (after !== null && hello.stationId === stationId.read()) stationId.renew()
    const gone = after === null && before !== null
    const more = after !== null && restarted ? this.remotePacks.forgetFormer(after) : []
    this.noteChange(before, after, gone ? this.remotePacks.ordersOf(hello.stationId) : more)
    if ((after === null || restarted) && !hello.leaving) this.sayHelloSoon()
    if (after === null) return
    this.hearTime(hello.nowMs)
    if (hello.asking === true) this.sayHelloSoon()
    if (hello.order !== null) this.publisher.answer(hello.order.orderId)
  }

  private hearTime(heardMs: number): void {
    const { aheadMs, movedMs } = reckon(this.reckoning, this.clock.monotonicMs(), heardMs)
    this.reckoning = { aheadMs }
    if (movedMs === 0 || this.bench === null) return
    this.bench = { ...this.bench, sinceMs: this.bench.sinceMs + Math.round(movedMs) }
    this.sayHelloForSure()
  }

  private hearTell(tell: Tell): void {
    const from = this.peers.proven(tell.boot)
    if (from === null) return
    if (this.remotePacks.take(from, tell, this.clock.wallMs())) this.deps.onOrders([tell.orderId])
  }

  private claimsOn(orderId: number) {
    return this.peers
      .present()
      .flatMap((one) => (one.claim?.orderId === orderId ? [{ ...one.claim, one }] : []))
  }

  private ownClaim(orderId: number) {
    const { bench } = this
    return bench?.orderId === orderId ? [{ ...bench, stationId: this.deps.stationId.read(), one: null }] : []
  }

  private isThere(stationId: string): boolean {
    return this.peers.present().some((one) => one.stationId === stationId)
  }

  /** @param more orders in addition to those on the station's bench before and now */
  private noteChange(before: Present | null, after: Present | null, more: readonly number[]): void {
    if (sameForPeople(before, after) && more.length === 0) return
    const benches = [before, after].flatMap((one) => one?.claim?.orderId ?? [])
    const orderIds = [...new Set([...benches, ...more])]
    if (orderIds.length > 0) this.deps.onOrders(orderIds)
    this.deps.onChange()
  }

  private dropGone(): void {
    for (const gone of this.peers.dropGone())
      this.noteChange(gone, null, this.remotePacks.ordersOf(gone.stationId))
  }

  private forgetAll(): void {
    const benches = this.peers.present().flatMap(({ claim }) => claim?.orderId ?? [])
    const orderIds = [...this.remotePacks.orders(), ...benches]
    this.peers.clear()
    this.remotePacks.clear()
    this.publisher.clear()
    if (orderIds.length > 0) this.deps.onOrders(orderIds)
  }

  private reach(): LanReach | null {
    const { standing, wire } = this
    if (standing.state !== null || wire.problem() !== null) return null
    return this.receiver.reach(this.peers.present().length, standing.wire.addresses.length)
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
