import type { Clock } from '../../base/clock'
import { createPartnerClient, type PartnerClient, type PartnerClientOptions } from '../../partner/client'
import type { Network } from '../../partner/network'
import type { Db } from '../../store/db/database'
import { createClockWatch, type ClockWatch } from '../../sync/connection/clock-watch'
import { createDiskSpace, type DiskSpace } from '../../sync/connection/disk-space'
import { createGate, type Gate } from '../../sync/connection/gate'
import { createGatedClient } from '../../sync/connection/gated-client'
import { createLastFailure, type LastFailure } from '../../sync/connection/last-failure'
import { createServerTime, type ServerTime } from '../../sync/connection/server-time'
import type { AccountBus } from './account-events'

export type LinkParts = {
  db: Db
  clock: Clock
  random: () => number
  baseUrl: string
  accessToken: () => string | null
  /** What else keeps the gate closed. */
  guard?: (gate: Gate) => Gate
  userAgent?: string
  network?: Network
  onFault: (error: unknown) => void
  /** @default createPartnerClient */
  makeClient?: (options: PartnerClientOptions) => PartnerClient
}

/** The way to the marketplace: its client, the gate before it, and what each answer says about the time over there. */
export type Link = {
  /** Not gated: its outcome counts for the whole account. */
  plainClient: PartnerClient
  client: PartnerClient
  /** For what is read unasked. */
  background: PartnerClient
  gate: Gate
  lastFailure: LastFailure
  clockWatch: ClockWatch
  serverTime: ServerTime
  disk: DiskSpace
}

export function createLink(parts: LinkParts, { emitter }: AccountBus): Link {
  const { db, clock, random, baseUrl, onFault, makeClient = createPartnerClient } = parts
  const serverTime = createServerTime(clock)
  const clockWatch = createClockWatch({ db, clock, serverTime, onChange: emitter('clock.judged'), onFault })
  const lastFailure = createLastFailure({ clock, baseUrl, onChange: emitter('connection.changed') })
  const plainClient = makeClient({
    baseUrl,
    accessToken: parts.accessToken,
    nowMs: () => clock.wallMs(),
    ...(parts.userAgent === undefined ? {} : { userAgent: parts.userAgent }),
    ...(parts.network === undefined ? {} : { network: parts.network }),
    onResponse: emitter('answer.came'),
  })
  const ownGate = createGate({
    clock,
    random,
    onChange: emitter('connection.changed'),
    onOutcome: emitter('request.ended'),
    onOpen: emitter('gate.opened'),
    onAccepted: emitter('token.accepted'),
    onLimited: emitter('gate.limited'),
    onDoubt: emitter('connection.doubted'),
  })
  const disk = createDiskSpace({
    db,
    clock,
    onChange: emitter('disk.changed'),
    onRoom: emitter('disk.has_room'),
    onFault,
  })
  const gate = disk.guard(parts.guard?.(ownGate) ?? ownGate)
  const [orderRead, itemRead] = [emitter('order.read'), emitter('item.read')]
  /** Each single record that this station reads is told to the others. */
  const publishing = (gatedClient: PartnerClient): PartnerClient => ({
    ...gatedClient,
    async readOrder(orderId) {
      const order = await gatedClient.readOrder(orderId)
      orderRead(order)
      return order
    },
    async readItem(itemNumber) {
      const item = await gatedClient.readItem(itemNumber)
      if (item.item_number === itemNumber) itemRead(item)
      return item
    },
  })
  return {
    plainClient,
    client: publishing(createGatedClient(plainClient, gate)),
    background: publishing(createGatedClient(plainClient, gate, { background: true })),
    gate,
    lastFailure,
    clockWatch,
    serverTime,
    disk,
  }
}
