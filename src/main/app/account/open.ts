import { join } from 'node:path'
import type { PriceFloor } from '../../../shared/domain/items/price-rule'
import type { StationMode } from '../../../shared/contract/views'
import { openSecrets, type AccountSecrets } from './secrets'
import { FIRST_LOOK_MS, wireSync, type Sync } from './sync'
import { createDailyWork } from './daily-work'
import { accountDir, type Connection } from './connection'
import { AccountToken } from './token'
import type { Clock } from '../../base/clock'
import { allEnded, endInOrder } from '../../base/turns'
import { nameOfOsUser } from '../../base/os-user'
import { Signal } from '../../base/signal'
import type { NextRevision } from '../../base/revision'
import { deriveFileKeys } from './file-keys'
import type { Network } from '../../partner/network'
import type { SecretStore } from '../../hosts/host'
import { fixedSettings, type StationOptions } from '../options'
import { createBackups, type Backups } from '../../store/recovery/backup-schedule'
import type { EvidenceLog } from '../../store/evidence/log'
import { closeArchive } from '../../store/archive/months'
import { inTransaction, type Db } from '../../store/db/database'
import { isDamaged, noteDamage } from '../../store/db/damage'
import { closeDatabase } from '../../store/db/open'
import { isUntouched } from '../../store/recovery/known-account'
import { whenRoom } from '../../store/db/room'
import { openStationSoon } from '../../store/recovery/open-station'
import { noteProvenToken, type ProvenHow } from '../../store/tables/proven-tokens'
import { releaseForbidden } from '../../sync/outbox/release-forbidden'
import type { Gate } from '../../sync/connection/gate'
import { createCheckWatch } from '../../sync/connection/check-watch'
import { createBulkRunner, type BulkRunner } from '../../areas/bulk/bulk-runner'
import { createDrills, type Drills } from '../../areas/training/drills'
import { openEvidence } from '../../areas/evidence/evidence'
import { takeBackLost } from '../../areas/outbox/take-back-lost'
import type { FileKeys, OpsOwner } from '../../areas/outbox/ops-file'
import { applyFixedSettings, readStationSettings, saveStationSettings } from '../../areas/settings/settings'
import type { Station, Surroundings } from '../../areas/station/station'
import { SAMPLE_WAREHOUSE_ID } from '../../../marketplace/sample/catalog'

/** An open account: its database, its client and the loops between them. */
export type Account = Station & {
  mode: StationMode
  baseUrl: string
  /** Its number at its address; see account-folders.ts. */
  number: number
  /** Path of the database. */
  file: string
  backups: Backups
  /** `null` unless this is the training account. */
  drills: Drills | null
  evidence: EvidenceLog
  bulk: BulkRunner
  /** The keys that prove that a file of open operations is from a station of this account. */
  fileKeys(owner: OpsOwner): FileKeys
  accessToken(): string | null
  /** The token, once it is proven to belong to this account (I14). */
  provenToken(): string | null
  /** What the stations of the warehouse read for one another. */
  shared: Sync['shared']
  /** Uses another token from now on and stores it sealed. `how`: how it was proven to belong to this account. */
  replaceToken(accessToken: string, how: ProvenHow): Promise<void>
  /** Examines a request's error: if the file turns out to be damaged, the account is opened again. */
  suspect(error: unknown): void
  /** Tries everything again now, because something changed outside (network, wake from sleep, a person's request). */
  wake(): void
  close(): Promise<void>
}

export type AccountDeps = {
  options: StationOptions
  secrets: SecretStore
  clock: Clock
  userAgent: string
  network: Network
  around: Surroundings
  revision: NextRevision
  /** The passphrase that the warehouse's stations share in addition to the token; `null` when none is set. */
  passphrase: () => string | null
  /** Days that photos of open boxes are kept. */
  photoDays: () => number
  /** Prices below it need a supervisor. */
  priceFloor: () => PriceFloor
  /** What else keeps the gate closed: what another station has adopted is not sent. */
  guard?: (gate: Gate) => Gate
}

/** How long a request in flight may take to finish when the account closes. */
const CLOSING_GRACE_MS = 2_000

/** Problems that an open account cannot fix by itself. */
export type AccountTroubles = {
  /** Called once when the file turns out to be damaged while in use. */
  onDamage: () => void
  /** The token in use belongs to another account; nothing was sent or read with it for this one. */
  onOtherAccount: (accessToken: string) => void
}

export type OpenOptions = {
  /** Its own token is wanted, unless the environment's is proven to be its. Default false. */
  ownToken?: boolean
  /** Damage that is found is repaired by opening it once more. Default true. */
  mayBeDamaged?: boolean
}

/**
 * Opens an account and starts its work.
 * @throws StartError when its data cannot be used
 */
export async function openAccount(
  deps: AccountDeps,
  connection: Connection,
  troubles: AccountTroubles,
  { ownToken = false, mayBeDamaged = true }: OpenOptions = {},
): Promise<Account> {
  const dir = accountDir(deps.options.dataDir, connection)
  const db = await openStationSoon({
    file: join(dir, FILE),
    backupsDir: join(dir, 'backups'),
    wallMs: deps.clock.wallMs(),
    log: (line) => console.error(line),
  })
  try {
    return await setToWork(deps, connection, { db, dir, ownToken, ...troubles })
  } catch (error) {
    noteDamage(db, error)
    closeDatabase(db)
    // Now that the damage is known, the next attempt saves what can be read.
    if (mayBeDamaged && isDamaged(db))
      return openAccount(deps, connection, troubles, { ownToken, mayBeDamaged: false })
    throw error
  }
}

const FILE = 'station.sqlite'

/** The opened database, its folder, and what `openAccount` was called with. */
type Opened = { db: Db; dir: string; ownToken: boolean } & AccountTroubles

async function setToWork(deps: AccountDeps, connection: Connection, opened: Opened): Promise<Account> {
  const { db } = opened
  if (connection.mode === 'live') {
    const kept = await openSecrets({ ...deps, db }, deps.options.provisioned.accessToken, opened.ownToken)
    const { token } = kept
    // The database is empty, so nothing in it could go to the wrong account.
    whenRoom(db, () => {
      if (token === null || !isUntouched(db)) return
      const at = new Date(deps.clock.wallMs()).toISOString()
      inTransaction(db, (tx) => noteProvenToken(tx, token, 'first', at))
    })
    return wire(deps, { ...opened, ...connection, kept, token, drills: null, stop: async () => {} })
  }
  const kept = await openSecrets({ ...deps, db })
  const { startMarketplace } = await import('../../../marketplace/server')
  const marketplace = await startMarketplace({ dataDir: opened.dir, steered: true, mornings: true })
  const { baseUrl, accessToken: token, steering } = marketplace
  const drills = steering === null ? null : createDrills(steering, deps.clock)
  const stop = async (): Promise<void> => {
    drills?.stop()
    await marketplace.close()
  }
  try {
    return wire(deps, { ...opened, ...connection, number: 1, baseUrl, kept, token, drills, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

/** What an account is wired from. */
type Parts = Opened & {
  kept: AccountSecrets
  token: string | null
  baseUrl: string
  number: number
  mode: StationMode
  drills: Drills | null
  /** Stops what was started for this account only. */
  stop(): Promise<void>
}

function wire(deps: AccountDeps, parts: Parts): Account {
  const { clock, options, userAgent, network } = deps
  const { db, kept, baseUrl, mode } = parts
  const damage = new DamageWatch(db, parts.onDamage)
  const onFault = (error: unknown): void => {
    console.error(error)
    damage.suspect(error)
  }
  const token = new AccountToken(
    {
      ...{ db, clock, mode, baseUrl, userAgent, network, onFault },
      provisioned: options.provisioned.accessToken,
      onOtherAccount: parts.onOtherAccount,
    },
    parts.token,
  )
  const checked = new Signal()
  const checkWatch = createCheckWatch({
    db,
    onWhole: checked.tell,
    onDamage: () => damage.found(),
    onFault,
  })
  const sync = wireSync({
    ...{ db, clock, baseUrl, userAgent, network, onFault },
    seal: kept.seal,
    // I14: no request goes out with a token that is not proven for this database.
    accessToken: () => token.proven(),
    guard: (gate) => checkWatch.guard(token.guard(deps.guard?.(gate) ?? gate)),
    // In training there is no network to speak of.
    ...(mode === 'live' ? { log: (line: string) => console.error(line) } : {}),
    osUser: nameOfOsUser(),
    around: deps.around,
    revision: deps.revision,
  })
  const { station } = sync
  const { events, lastFailure } = station
  const wake = (): void => {
    token.check()
    sync.wake()
  }
  token.compared.on((outcome) => lastFailure.note(outcome))
  token.shown.on(() => sync.wake())
  token.changed.on(() => events.statusChanged())
  checked.on(() => {
    events.statusChanged()
    wake()
  })
  whenRoom(db, () => {
    applyFixedSettings(station, fixedSettings(options))
    if (mode === 'training') ensureWarehouse(station)
  })

  const backups = createBackups({ db, dir: join(parts.dir, 'backups'), clock, onFault })
  const bulk = createBulkRunner({ ...station, floor: deps.priceFloor, onFault })
  const evidence = openEvidence(station)
  takeBackLost({ ...station, evidence })
  const dailyWork = createDailyWork(station, { evidence, photoDays: deps.photoDays, onFault })
  kept.onLate((late) => {
    events.ordersChanged(null)
    token.cameLate(late)
    wake()
  })

  sync.start()
  const cancelCheck = clock.after(FIRST_LOOK_MS, () => token.check())
  dailyWork.start()
  bulk.start()
  backups.start()
  return {
    ...station,
    ...{ mode, baseUrl, backups, evidence, bulk },
    number: parts.number,
    file: join(parts.dir, FILE),
    drills: parts.drills,
    accessToken: () => token.present(),
    provenToken: () => token.proven(),
    shared: sync.shared,
    fileKeys(owner) {
      const secrets = { own: kept.ownKey(), accessToken: token.present(), passphrase: deps.passphrase() }
      return deriveFileKeys(secrets, owner)
    },
    async replaceToken(accessToken, how) {
      const sealed = await deps.secrets.seal(Buffer.from(accessToken, 'utf8'))
      token.replace(accessToken, sealed, how)
      inTransaction(db, (tx) => releaseForbidden(tx, new Date(clock.wallMs()).toISOString()))
      sync.wake()
    },
    suspect: (error) => damage.suspect(error),
    wake() {
      // Nothing is tried while the file is being replaced.
      if (db.open) wake()
    },
    async close() {
      dailyWork.stop()
      kept.stop()
      bulk.stop()
      cancelCheck()
      const stopped = allEnded([sync.stop(), backups.stop(), token.stop(), checkWatch.stop()])
      // Requests cut off here come back as `unknown` at the next start and are looked for then.
      const cancelGrace = clock.after(CLOSING_GRACE_MS, () => void sync.disconnect())
      // Whatever fails, the files are closed: who reopens the account opens them next.
      await endInOrder([
        () => stopped,
        cancelGrace,
        () => sync.disconnect(),
        () => parts.stop(),
        () => evidence.close(),
        () => closeArchive(db),
        () => closeDatabase(db),
      ])
    },
  }
}

/** Reports once that the file in use is damaged. */
class DamageWatch {
  private isTold = false

  constructor(
    private readonly db: Db,
    private readonly onDamage: () => void,
  ) {}

  /** Examines an error. */
  suspect(error: unknown): void {
    noteDamage(this.db, error)
    if (isDamaged(this.db)) this.found()
  }

  found(): void {
    if (this.isTold) return
    this.isTold = true
    this.onDamage()
  }
}

/** Training works without any setup. */
function ensureWarehouse(station: Station): void {
  if (readStationSettings(station).warehouseId === null)
    saveStationSettings(station, { warehouseId: SAMPLE_WAREHOUSE_ID })
}
