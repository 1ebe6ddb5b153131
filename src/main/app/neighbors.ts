import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { LanView } from '../../shared/contract/neighbors'
import type { OrderView, StationChange } from '../../shared/contract/views'
import type { Clock } from '../base/clock'
import type { Account } from './account/open'
import { normalizeBaseUrl } from './account/connection'
import { createLan, type Lan, type Standing } from '../neighbors/lan'
import { groupKey, type GroupSecret } from '../neighbors/seal'
import type { PackedHere } from '../neighbors/telling'
import { createWire } from '../neighbors/wire'
import type { PreferenceFile } from '../areas/settings/preferences'
import { parcelsPackedHere } from '../store/views/packed-here'
import { whoWorksHere } from '../areas/station/capture'
import { takeOver } from '../areas/packing/take-over'

/** The stations on the local network, connected to the open account and to this PC's preferences. */
export type ComposedLan = Pick<
  Lan,
  | 'holderOf'
  | 'ordersElsewhere'
  | 'packedElsewhere'
  | 'put'
  | 'onBench'
  | 'view'
  | 'refresh'
  | 'wake'
  | 'close'
> & {
  /** Works for this account from now on, with an empty bench. */
  join(account: Account): void
  /** @throws StationError `order_not_found` */
  take(orderId: number): { from: string | null; order: OrderView }
  /** The passphrase that the warehouse's stations share; `null` when none is set. */
  passphrase(): string | null
  /** `null` removes it. */
  savePassphrase(passphrase: string | null): LanView
}

/** A private section (see preferences.ts); never rename. */
const SECTION = 'lanSecret'
const savedSecret = z.object({ passphrase: z.string().min(1) })

/** The saved passphrase; `null` when none is set. */
export function passphraseIn(preferences: PreferenceFile): string | null {
  return savedSecret.safeParse(preferences.readPrivate(SECTION)).data?.passphrase ?? null
}

export function composeLan(
  { preferences, clock, dataDir }: { preferences: PreferenceFile; clock: Clock; dataDir: string },
  tell: (change: StationChange) => void,
): ComposedLan {
  let account: Account | null = null
  let stopListening = (): void => {}
  const passphrase = (): string | null => passphraseIn(preferences)
  const key = rememberedKey()

  /** Whatever is wrong with the file, timers and messages from other stations must not crash the program. */
  const read = <T>(ask: (account: Account) => T, otherwise: T): T => {
    if (account === null || !account.db.open) return otherwise
    try {
      return ask(account)
    } catch (error) {
      console.error(error)
      account.suspect(error)
      return otherwise
    }
  }

  const standing = (): Standing => {
    const { on, stationName, port, addresses } = preferences.read().lan
    const secret = secretOf(account, passphrase())
    const training = account?.mode !== 'live'
    return {
      state: !on ? 'off' : training ? 'training' : secret === null ? 'no_key' : null,
      wire: { port, addresses },
      key: training || secret === null ? null : key(secret, normalizeBaseUrl(account?.baseUrl ?? '')),
      hasPassphrase: passphrase() !== null,
      name: stationName || hostname(),
      hostName: hostname(),
      operator: read(whoWorksHere, ''),
    }
  }

  const packedHere = (orderId: number): PackedHere[] =>
    read(
      ({ db }) =>
        parcelsPackedHere(db, orderId).map(({ capturedAt, ...parcel }) => ({
          ...parcel,
          atMs: Date.parse(capturedAt),
        })),
      [],
    )

  const lan = createLan({
    clock,
    wire: (onDatagram, onProblem) => createWire({ clock, onDatagram, onProblem }),
    standing,
    stationId: stationIdIn(dataDir),
    packedHere,
    onOrders: (orderIds) => account?.events.ordersChanged(orderIds),
    onChange: () => tell({ kind: 'lan_changed', lan: lan.view() }),
  })

  return {
    ...lan,
    join(next) {
      stopListening()
      account = next
      lan.put(null)
      lan.refresh()
      stopListening = next.events.onEvent((event) => {
        if (event.kind === 'orders_changed') lan.ordersChanged(event.orderIds)
      })
    },
    take(orderId) {
      if (account === null) throw new Error('no account is open')
      return takeOver(account, orderId, (id) => lan.takeOver(id))
    },
    passphrase,
    savePassphrase(given) {
      preferences.savePrivate(SECTION, given === null ? null : { passphrase: given })
      lan.refresh()
      return lan.view()
    },
  }
}

function secretOf(account: Account | null, passphrase: string | null): GroupSecret | null {
  if (passphrase !== null) return { passphrase }
  const accessToken = account?.accessToken() ?? null
  return accessToken === null ? null : { accessToken }
}

/** Deriving the key is slow on purpose, and every hello needs it. */
function rememberedKey() {
  let known: { text: string; key: Buffer } = { text: '', key: Buffer.alloc(0) }
  return (secret: GroupSecret, baseUrl: string): Buffer => {
    const text = JSON.stringify([secret, baseUrl])
    if (known.text !== text) known = { text, key: groupKey(secret, baseUrl) }
    return known.key
  }
}

/** In a file of its own: IT copies preferences.json between stations, and no two may share an ID. */
function stationIdIn(dataDir: string) {
  const file = join(dataDir, 'station-id')
  const renew = (): string => {
    const id = randomUUID()
    try {
      writeFileSync(file, id)
    } catch (error) {
      // The next start creates another one; nothing depends on it staying the same.
      console.error(error)
    }
    return id
  }
  const saved = (): string | null => {
    try {
      return z.uuid().safeParse(readFileSync(file, 'utf8').trim()).data ?? null
    } catch {
      return null
    }
  }
  let id = saved() ?? renew()
  return { read: () => id, renew: () => void (id = renew()) }
}
