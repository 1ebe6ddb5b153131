import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { StationMode } from '../shared/contract/views'
import { SAMPLE_WAREHOUSE_ID } from '../marketplace/sample/catalog'
import { buyerKey, startingToken } from './compose-secrets'
import { accountDir, fingerprint, type Connection } from './connection'
import type { Clock } from './clock'
import { createEvents } from './events'
import type { SecretStore } from './hosts/host'
import type { StationOptions } from './options'
import { createPartnerClient } from './partner/client'
import { createBuyerSeal, type BuyerSeal } from './store/buyer-seal'
import { createBackups, type Backups } from './store/backup-schedule'
import type { EvidenceLog } from './store/evidence-log'
import { closeDatabase, isDamaged, noteDamage, type Database } from './store/database'
import { openStation } from './store/open-station'
import { writeSecret, writeSetting } from './store/settings'
import { createdNotCached } from './store/items'
import { createItemBrowser } from './sync/browse-items'
import { createEngine } from './sync/engine'
import { createFreshness } from './sync/freshness'
import { createGate } from './sync/gate'
import { createPull } from './sync/pull'
import { createServerTime } from './sync/server-time'
import { createClockWatch } from './sync/clock-watch'
import { refreshNow } from './sync/refresh'
import { createTitles } from './sync/titles'
import { createEvidenceDrop } from './usecases/drop-evidence'
import { createDrills, type Drills } from './usecases/drills'
import { openEvidence } from './usecases/evidence'
import { createPurge } from './usecases/purge-buyers'
import { readStationSettings, saveStationSettings } from './usecases/settings'
import { readStatus, type Station, type Surroundings } from './usecases/station'

/** One account at work: its database, its client and the loops between them. */
export type Account = Station & {
  mode: StationMode
  baseUrl: string
  /** Where the database lies. */
  file: string
  backups: Backups
  /** `null` unless this is the training account. */
  drills: Drills | null
  evidence: EvidenceLog
  accessToken(): string | null
  /** Uses another token from now on and keeps it sealed. */
  replaceToken(accessToken: string): Promise<void>
  /** Judges what went wrong with a request: where the file is found to be damaged, the account is opened anew. */
  suspect(error: unknown): void
  /** Something changed outside (network, sleep, a person asks): try everything again now. */
  wake(): void
  close(): Promise<void>
}

export type AccountDeps = {
  options: StationOptions
  secrets: SecretStore
  clock: Clock
  userAgent: string
  around: Surroundings
}

/** How long a request in flight may take to end by itself when the account closes. */
const CLOSING_GRACE_MS = 2_000
/** New items that are read first once they are confirmed. */
const MOST_CREATED = 40

/**
 * Opens an account and sets it to work.
 * @param onDamage called once when the file turns out to be damaged while it is at work
 * @throws StartError when its data cannot be used
 */
export async function openAccount(
  deps: AccountDeps,
  connection: Connection,
  onDamage: () => void,
  mayBeDamaged = true,
): Promise<Account> {
  const dir = accountDir(deps.options.dataDir, connection)
  const db = openStation({
    file: join(dir, FILE),
    backupsDir: join(dir, 'backups'),
    wallMs: deps.clock.wallMs(),
    log: (line) => console.error(line),
  })
  try {
    return await setToWork(deps, connection, { db, dir, onDamage })
  } catch (error) {
    noteDamage(db, error)
    closeDatabase(db)
    // Now that it is known, the next try saves what can be read.
    if (mayBeDamaged && isDamaged(db)) return openAccount(deps, connection, onDamage, false)
    throw error
  }
}

const FILE = 'station.sqlite'
/** A hundred thousand waiting ops take a moment to look through; the window asks for its first orders before that. */
const FIRST_LOOK_MS = 500
/** What nobody waits for begins when the first screen is surely there. */
const FIRST_SCREEN_MS = 10_000
/** Later still: by then the clock was compared wherever there is a network. */
const EVIDENCE_DROP_MS = 120_000

type Ground = { db: Database; dir: string; onDamage: () => void }

async function setToWork(deps: AccountDeps, connection: Connection, ground: Ground): Promise<Account> {
  const { options, secrets } = deps
  const seal = createBuyerSeal(await buyerKey(ground.db, secrets))
  if (connection.mode === 'live') {
    const token = await startingToken(ground.db, secrets, options.provisioned.accessToken)
    return wire(deps, { ...ground, ...connection, seal, token, drills: null, stop: async () => {} })
  }
  const { startMarketplace } = await import('../marketplace/server')
  const marketplace = await startMarketplace({ dataDir: ground.dir, steered: true })
  const { baseUrl, accessToken: token, steering } = marketplace
  const drills = steering === null ? null : createDrills(steering, deps.clock)
  const stop = async (): Promise<void> => {
    drills?.stop()
    await marketplace.close()
  }
  try {
    return wire(deps, { ...ground, ...connection, baseUrl, seal, token, drills, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

type Parts = Ground & {
  seal: BuyerSeal
  token: string | null
  baseUrl: string
  mode: StationMode
  drills: Drills | null
  /** Stops what was started for this account alone. */
  stop(): Promise<void>
}

function wire(deps: AccountDeps, ground: Parts): Account {
  const { clock, options, secrets } = deps
  const { db, seal, baseUrl, mode } = ground
  let token = ground.token
  const serverTime = createServerTime(clock)
  let damageTold = false
  const suspect = (error: unknown): void => {
    noteDamage(db, error)
    if (!isDamaged(db) || damageTold) return
    damageTold = true
    ground.onDamage()
  }
  const onFault = (error: unknown): void => {
    console.error(error)
    suspect(error)
  }
  const random = Math.random
  const events = createEvents(() => (db.open ? readStatus({ db, gate, pull, clockWatch }) : null), onFault)
  const clockWatch = createClockWatch({
    db,
    clock,
    serverTime,
    onChange: () => events.statusChanged(),
    onFault,
  })
  const client = createPartnerClient({
    baseUrl,
    accessToken: () => token,
    nowMs: () => clock.wallMs(),
    userAgent: deps.userAgent,
    onResponse: (sample) => clockWatch.note(sample),
  })
  const gate = createGate({ clock, random, onChange: () => events.statusChanged() })
  const freshness = createFreshness()
  const onNotice = (): void => events.noticesChanged()
  const common = { db, client, gate, clock, seal, freshness, random, onFault, onNotice }
  const items = createItemBrowser(common)
  const titles = createTitles({
    ...common,
    onItems: () => {
      events.ordersChanged(null)
      events.itemsChanged()
    },
  })
  const engine = createEngine({
    ...common,
    onOpChanged: (orderId) => {
      if (orderId === null) {
        events.itemsChanged()
        titles.want(createdNotCached(db, MOST_CREATED))
      } else events.ordersChanged([orderId])
      events.outboxChanged()
    },
  })
  const pull = createPull({
    ...common,
    serverTime,
    onOrders: (orderIds) => events.ordersChanged(orderIds),
    onProgress: () => {
      events.statusChanged()
      void titles.fill()
      void items.categoriesOnce()
      // The gate may have opened, or an order's news may have freed its lane.
      engine.wake()
    },
  })
  const wake = (): void => {
    gate.reopen()
    engine.wake(true)
    void pull.anew()
  }
  const station: Station = {
    db,
    clock,
    seal,
    gate,
    engine,
    pull,
    titles,
    items,
    events,
    clockWatch,
    osUser: nameOfOsUser(),
    ...deps.around,
    refresh: (orderId) => refreshNow(common, orderId),
  }
  provisionWarehouse(station, mode, options.provisioned.warehouseId)
  const backups = createBackups({ db, dir: join(ground.dir, 'backups'), clock, onFault })
  const purge = createPurge({ ...station, onFault, onPurged: () => events.ordersChanged(null) })
  const evidence = openEvidence(station)
  // A fault of the log's own file says nothing of the station's.
  const evidenceDrop = createEvidenceDrop({ ...station, evidence, onFault: (error) => console.error(error) })
  engine.start(FIRST_LOOK_MS)
  pull.start(FIRST_LOOK_MS)
  purge.start(FIRST_SCREEN_MS)
  evidenceDrop.start(EVIDENCE_DROP_MS)
  backups.start()
  return {
    ...station,
    mode,
    baseUrl,
    file: join(ground.dir, FILE),
    backups,
    drills: ground.drills,
    evidence,
    accessToken: () => token,
    async replaceToken(accessToken) {
      const sealed = await secrets.seal(Buffer.from(accessToken, 'utf8'))
      writeSecret(db, 'access-token', sealed)
      const provisioned = options.provisioned.accessToken
      writeSetting(db, 'token.replaces', provisioned === null ? null : fingerprint(provisioned))
      token = accessToken
      wake()
    },
    suspect,
    wake: () => {
      // Nothing is tried while the file is being replaced.
      if (db.open) wake()
    },
    async close() {
      purge.stop()
      evidenceDrop.stop()
      const stopped = Promise.all([engine.stop(), pull.stop(), titles.stop(), backups.stop()])
      // What is cut off comes back as `unknown` at the next start and is read back then.
      const cancelGrace = clock.after(CLOSING_GRACE_MS, () => void client.close())
      await stopped
      cancelGrace()
      await client.close()
      await ground.stop()
      evidence.close()
      closeDatabase(db)
    },
  }
}

/** Who is logged in on the PC; a service account in a container may have no name. */
function nameOfOsUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** Training works at once; IT's value wins over what was set by hand. */
function provisionWarehouse(station: Station, mode: StationMode, provisioned: number | null): void {
  const settings = readStationSettings(station)
  const warehouseId =
    provisioned ?? settings.warehouseId ?? (mode === 'training' ? SAMPLE_WAREHOUSE_ID : null)
  if (warehouseId !== settings.warehouseId) saveStationSettings(station, { ...settings, warehouseId })
}
