import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Account } from '../app/account/open'
import type { Provisioning } from '../app/provisioning/provisioning'
import { whoWorksHere } from '../areas/station/capture'
import type { PreferenceFile } from '../areas/settings/preferences'
import { normalizeBaseUrl } from '../base/base-url'
import { StationError } from '../base/station-error'
import { parcelsPackedHere } from '../store/views/packed-here'
import type { Standing } from './multicast/neighbors'
import type { PackedHere } from './multicast/publisher'
import { groupKey, type GroupSecret } from './multicast/seal'

/** A private section (see preferences.ts); never rename. */
const SECTION = 'lanSecret'
const savedSecret = z.object({ passphrase: z.string().min(1) })

/** IT's passphrase, else the saved one; `null` when none is set. */
export function passphraseIn(
  preferences: Pick<PreferenceFile, 'readPrivate'>,
  { stations }: Provisioning,
): string | null {
  if (stations !== undefined) return stations.passphrase
  return savedSecret.safeParse(preferences.readPrivate(SECTION)).data?.passphrase ?? null
}

export type OwnStationDeps = {
  preferences: PreferenceFile
  provisioning: Provisioning
  dataDir: string
}

/** What this station says of itself to the others, and the secret that they share. */
export class OwnStation {
  readonly id: StationId
  /** The account at work. */
  private account: Account | null = null
  /** Deriving the key is slow on purpose, and every hello needs it. */
  private known: { of: string; key: Buffer } = { of: '', key: Buffer.alloc(0) }

  constructor(private readonly deps: OwnStationDeps) {
    this.id = new StationId(join(deps.dataDir, 'station-id'))
  }

  join(account: Account): void {
    this.account = account
  }

  atWork(): Account | null {
    return this.account
  }

  /** Whatever is wrong with the file, timers and messages from other stations must not crash the program. */
  read<T>(ask: (account: Account) => T, otherwise: T): T {
    const { account } = this
    if (account === null || !account.db.open) return otherwise
    try {
      return ask(account)
    } catch (error) {
      console.error(error)
      account.suspect(error)
      return otherwise
    }
  }

  standing(): Standing {
    const { on, stationName, port, addresses } = this.deps.preferences.read().lan
    const secret = this.secret()
    const training = this.account?.mode !== 'live'
    return {
      state: !on ? 'off' : training ? 'training' : secret === null ? 'no_key' : null,
      wire: { port, addresses },
      key: training || secret === null ? null : this.keyOf(secret),
      hasPassphrase: this.passphrase() !== null,
      name: stationName || hostname(),
      hostName: hostname(),
      operator: this.read(whoWorksHere, ''),
    }
  }

  who(): { stationId: string; station: string; operator: string } {
    const { name, operator } = this.standing()
    return { stationId: this.id.read(), station: name, operator }
  }

  packed(orderId: number): PackedHere[] {
    return this.read(
      ({ db }) =>
        parcelsPackedHere(db, orderId).map(({ capturedAt, ...parcel }) => ({
          ...parcel,
          atMs: Date.parse(capturedAt),
        })),
      [],
    )
  }

  passphrase(): string | null {
    return passphraseIn(this.deps.preferences, this.deps.provisioning)
  }

  /** `null` removes it. @throws StationError `provisioned` */
  savePassphrase(passphrase: string | null): void {
    if (this.deps.provisioning.stations !== undefined)
      throw new StationError('provisioned', 'IT sets the passphrase', { passphrase: 'provisioned' })
    this.deps.preferences.savePrivate(SECTION, passphrase === null ? null : { passphrase })
  }

  private secret(): GroupSecret | null {
    const passphrase = this.passphrase()
    if (passphrase !== null) return { passphrase }
    const accessToken = this.account?.accessToken() ?? null
    return accessToken === null ? null : { accessToken }
  }

  private keyOf(secret: GroupSecret): Buffer {
    const baseUrl = normalizeBaseUrl(this.account?.baseUrl ?? '')
    const of = JSON.stringify([secret, baseUrl])
    if (this.known.of !== of) this.known = { of, key: groupKey(secret, baseUrl) }
    return this.known.key
  }
}

/** In a file of its own: IT copies preferences.json between stations, and no two may share an ID. */
class StationId {
  private id: string

  constructor(private readonly file: string) {
    this.id = this.saved() ?? this.create()
  }

  read(): string {
    return this.id
  }

  renew(): void {
    this.id = this.create()
  }

  private create(): string {
    const id = randomUUID()
    try {
      writeFileSync(this.file, id)
    } catch (error) {
      // The next start creates another one; nothing depends on it staying the same.
      console.error(error)
    }
    return id
  }

  private saved(): string | null {
    try {
      return z.uuid().safeParse(readFileSync(this.file, 'utf8').trim()).data ?? null
    } catch {
      return null
    }
  }
}
