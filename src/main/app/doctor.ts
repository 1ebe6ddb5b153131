import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckView, DiagnosticsView } from '../../shared/contract/diagnostics'
import {
  checkStation,
  type Finding,
  groupsWords,
  ONLY_HERE,
  otherVersions,
  skipped,
} from '../areas/diagnostics/checks'
import { commonFacts, isHealthy, logTail, textOf } from '../areas/diagnostics/report'
import { isSealedByKeyFile } from '../base/key-file'
import type { SecretStore } from '../hosts/host'
import { normalizeBaseUrl } from '../base/base-url'
import { diagnoseConnection } from '../partner/diagnose-connection'
import type { Network } from '../partner/network'
import { diagnoseHub, type HubAnswer, type StandAtHub } from '../warehouse/nats/diagnose-hub'
import { markOfAccount } from '../warehouse/nats/groups'
import { accountAtHub, hubGroup } from '../warehouse/nats/storage/seal'
import { groupKey } from '../warehouse/multicast/seal'
import type { Db } from '../store/db/database'
import { openForReading } from '../store/recovery/open-station'
import { readSecret } from '../store/tables/settings'
import { countOpen } from '../store/views/outbox-list'
import { systemClock } from '../base/clock'
import { currentAccount } from './account/account-folders'
import { accountDir, chooseAddress, type Connection } from './account/connection'
import { createKnownAccounts } from './account/known-accounts'
import { headsKept } from '../warehouse/at-hub/evidence'
import { networkOf } from './network'
import { trusted } from '../partner/trust'
import type { StationOptions } from './options'

/** `--doctor`: checks a station from outside, whether it runs or not, and changes nothing. */

const LOG_LINES = 40
const KEY_BYTES = 32

export type Examination = { text: string; healthy: boolean }

/**
 * Checks the station that these options would start.
 * @param host what would show its window, in a few words
 * @param secrets opens the saved token; its key file must not be created or moved aside
 */
export async function examine(
  options: StationOptions,
  { host, version, secrets, nowMs }: { host: string; version: string; secrets: SecretStore; nowMs: number },
): Promise<Examination> {
  const { dataDir, provisioning, warnings } = options
  const address = addressOf(options)
  const accountFile =
    'problem' in address ? null : join(accountDir(dataDir, address.connection), 'station.sqlite')
  const token = await tokenOf(options, accountFile, secrets)
  const network = networkOf(options, {})
  const answer = await askMarketplace(address, token, version, network)
  const checks = await checkStation({
    dataDir,
    provisioningFile: provisioning.file,
    warnings,
    accountFile,
    nowMs,
    deep: true,
    accessToken: async () => findingOfToken(address, token),
    connection: async () => answer.connection,
    clock: async () => answer.clock,
    hub: async () => {
      const stand = await standAtHub(options, address, accountFile, token)
      return askHub(options, stand, network, accountFile)
    },
  })
  const view: DiagnosticsView = {
    facts: [
      ...commonFacts({ version, host, dataDir, nowMs }),
      ['mode', modeOf(address)],
      ...accountFacts(options),
    ],
    checks,
    log: logTail(dataDir, LOG_LINES),
  }
  return { text: `${textOf(view)}${verdictOn(checks)}`, healthy: isHealthy(checks) }
}

/** Each account with what is open in it, where there are several. */
function accountFacts(options: StationOptions): DiagnosticsView['facts'] {
  const known = createKnownAccounts({ options, clock: systemClock }).described()
  return known.length < 2
    ? []
    : known.map(({ name, accountId, detail }) => [`account ${name}`, `${detail} (${accountId})`])
}

type Address = { connection: Connection } | { problem: string }

function addressOf(options: StationOptions): Address {
  try {
    const address = chooseAddress(options)
    if (address.mode === 'training') return { connection: address }
    return { connection: { ...address, number: currentAccount(options.dataDir, address.baseUrl) } }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function modeOf(address: Address): string {
  if ('problem' in address) return 'unknown'
  return address.connection.mode === 'live' ? `live, ${address.connection.baseUrl}` : 'training'
}

/** SECURITY: only in memory; never printed. */
type Token = { state: 'given' | 'saved'; value: string } | { state: 'none' | 'unreadable' }

async function tokenOf(
  { dataDir, provisioned }: StationOptions,
  accountFile: string | null,
  secrets: SecretStore,
): Promise<Token> {
  const sealed = accountFile === null ? null : sealedToken(accountFile)
  // A person may have replaced the one that IT gave.
  if (sealed === null)
    return provisioned.accessToken === null
      ? { state: 'none' }
      : { state: 'given', value: provisioned.accessToken }
  try {
    // Opening with a damaged key file would move it aside.
    const key = join(dataDir, 'secret.key')
    if (isSealedByKeyFile(sealed) && readFileSync(key).length !== KEY_BYTES) return { state: 'unreadable' }
    return { state: 'saved', value: (await secrets.open(sealed)).toString('utf8') }
  } catch {
    return { state: 'unreadable' }
  }
}

function sealedToken(accountFile: string): Buffer | null {
  const db = existsSync(accountFile) ? openForReading(accountFile) : null
  try {
    return db === null ? null : readSecret(db, 'access-token')
  } catch {
    return null
  } finally {
    db?.close()
  }
}

function findingOfToken(address: Address, token: Token): Finding {
  if ('problem' in address) return skipped('the connection is unknown')
  if (address.connection.mode === 'training') return skipped('training needs none')
  if (token.state === 'none') return { state: 'failed', detail: 'no access token is set' }
  if (token.state === 'unreadable')
    return { state: 'failed', detail: 'the saved access token cannot be opened here; enter it again' }
  return { state: 'good', detail: token.state === 'given' ? 'set by IT' : 'saved on this PC' }
}

async function askMarketplace(
  address: Address,
  token: Token,
  version: string,
  network: Network,
): Promise<{ connection: Finding; clock: Finding }> {
  const unknown = skipped('not compared')
  if ('problem' in address)
    return { connection: { state: 'failed', detail: address.problem }, clock: unknown }
  const { connection } = address
  if (connection.mode === 'training') return { connection: skipped('training has its own'), clock: unknown }
  if (!('value' in token)) return { connection: skipped('not asked without a token'), clock: unknown }
  let offsetMs: number | null = null
  const started = performance.now()
  const answer = await diagnoseConnection({
    baseUrl: connection.baseUrl,
    accessToken: token.value,
    userAgent: `Packbench/${version}`,
    network,
    onResponse: ({ dateHeader, receivedAtMs }) => {
      const serverMs = Date.parse(dateHeader ?? '')
      if (!Number.isNaN(serverMs)) offsetMs = serverMs - receivedAtMs
    },
  })
  const took = Math.round(performance.now() - started)
  const state = answer.ok || answer.reason === 'clock_wrong' ? 'good' : 'failed'
  const detail = answer.ok ? `answers in ${took} ms` : `${answer.reason}: ${answer.detail}`
  return { connection: { state, detail: `${connection.baseUrl}: ${detail}` }, clock: clockOf(offsetMs) }
}

async function askHub(
  { hub }: StationOptions,
  stand: StandAtHub,
  network: Network,
  accountFile: string | null,
): Promise<Finding> {
  if (hub === undefined || hub === null) return skipped('none is set')
  const answer = await diagnoseHub({ ...hub, trusted: () => trusted(network.caCertificates) }, stand)
  const servers = hub.servers.join(', ')
  const { stationId, group, account } = stand
  const asked = group === null ? '' : `; group ${group}${account === null ? '' : `, account ${account}`}`
  const who = `this station is ${stationId}${asked}`
  if (!answer.ok) return { state: 'failed', detail: `${servers}: ${answer.problem}; ${who}` }
  const wrong = [...answer.lacks, ...(answer.otherGroups > 0 ? [groupsWords(answer.otherGroups)] : [])]
  if (wrong.length > 0) return { state: 'failed', detail: `${servers}: ${wrong.join(', ')}; ${who}` }
  const lost = inAccount(accountFile, (db) => lostAtHub(db, stand, answer))
  if (lost !== null) return { ...lost, detail: `${servers}: ${lost.detail}; ${who}` }
  const heads = answer.heads === null ? '' : `; keeps ${answer.heads} heads of the evidence log`
  const detail = `${servers}: answers in ${answer.tookMs} ms${heads}; ${answer.flush}; ${who}`
  return otherVersions(detail, answer.others) ?? { state: 'good', detail }
}

/**
 * What the account's file says that the hub has of this station, and the hub does not have; as grave as the running
 * station takes it. An operation that was confirmed just now may be on its way.
 */
function lostAtHub(db: Db, { group }: StandAtHub, { heads, copies }: HubAnswer): Finding | null {
  const kept = headsKept(db)
  const isHeadless = kept !== null && kept.group === group && heads === 0
  const { waiting, held } = countOpen(db)
  const onlyHere = copies === null ? 0 : Math.max(0, waiting + held - copies)
  if (!isHeadless && onlyHere === 0) return null
  const words = [
    ...(isHeadless ? [`it has no head of the evidence log, and had that of entry ${kept.seq}`] : []),
    ...(onlyHere > 0 ? [`${ONLY_HERE}: ${onlyHere}`] : []),
  ]
  return { state: isHeadless ? 'failed' : 'warning', detail: words.join(', ') }
}

/** The names of this station at the hub. They say nothing of the secrets that they come from. */
async function standAtHub(
  { dataDir, provisioning }: StationOptions,
  address: Address,
  accountFile: string | null,
  token: Token,
): Promise<StandAtHub> {
  const stationId = stationIdIn(dataDir) ?? 'not started yet'
  if ('problem' in address || address.connection.mode === 'training')
    return { stationId, group: null, account: null, mark: null }
  const accessToken = 'value' in token ? token.value : null
  const passphrase = provisioning.stations?.passphrase ?? null
  const secret = passphrase === null ? (accessToken === null ? null : { accessToken }) : { passphrase }
  const baseUrl = normalizeBaseUrl(address.connection.baseUrl)
  const group = secret && hubGroup(groupKey(secret, baseUrl))
  const mark = accessToken === null ? null : await markOfAccount(accessToken, baseUrl)
  // A passphrase that was set by hand is opened by the running station alone; what it found with it is known.
  const known = inAccount(accountFile, (db) => headsKept(db)?.group ?? null)
  const isOther = passphrase === null && existsSync(join(dataDir, 'private.sealed'))
  if (isOther && known !== group?.name) return { stationId, group: known, account: null, mark }
  return {
    stationId,
    group: group?.name ?? null,
    account: group === null || accessToken === null ? null : accountAtHub(group, accessToken),
    mark,
  }
}

function inAccount<T>(accountFile: string | null, look: (db: Db) => T): T | null {
  const db = accountFile !== null && existsSync(accountFile) ? openForReading(accountFile) : null
  try {
    return db && look(db)
  } catch {
    // Another check says what is wrong with the file.
    return null
  } finally {
    db?.close()
  }
}

function stationIdIn(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'station-id'), 'utf8').trim()
  } catch {
    return null
  }
}

/** As the running station judges it: the header has whole seconds. */
const CLOCK_WARN_MS = 30_000
const CLOCK_REFUSE_MS = 300_000

function clockOf(offsetMs: number | null): Finding {
  if (offsetMs === null) return skipped('the marketplace did not say its time')
  const detail = `${Math.round(Math.abs(offsetMs) / 1_000)} s ${offsetMs < 0 ? 'ahead of' : 'behind'} the marketplace`
  if (Math.abs(offsetMs) >= CLOCK_REFUSE_MS) return { state: 'failed', detail }
  return { state: Math.abs(offsetMs) >= CLOCK_WARN_MS ? 'warning' : 'good', detail }
}

function verdictOn(checks: readonly CheckView[]): string {
  const bad = checks.filter(({ state }) => state === 'failed').map(({ check }) => check)
  return bad.length === 0 ? 'This station is healthy.\n' : `This station is not healthy: ${bad.join(', ')}.\n`
}
