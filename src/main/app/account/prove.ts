import { join } from 'node:path'
import { addressProblem } from '../../../shared/domain/station/web-address'
import { accountsAt, currentAccount, freeAccount } from './account-folders'
import { accountDir, fingerprint } from './connection'
import type { StationOptions } from '../options'
import { createPartnerClient, type PartnerClient } from '../../partner/client'
import type { Network } from '../../partner/network'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { isUntouched } from '../../store/recovery/known-account'
import { openForReading } from '../../store/recovery/open-station'
import { isNoRoom } from '../../base/no-room'
import { isProvenToken, type ProvenHow } from '../../store/tables/proven-tokens'
import { readSetting } from '../../store/tables/settings'
import { compareAccount } from '../../sync/connection/compare-account'
import { createGatedClient } from '../../sync/connection/gated-client'
import type { Outcome } from '../../sync/connection/gate'
import { judgeAccount, type AccountVerdict } from '../../sync/connection/judge-account'

/** Finds which of the accounts at one address a token belongs to (I14). */

/** A supervisor's answer when there is nothing to compare. */
export type AccountAnswer = 'same' | 'other'

type At = { dataDir: string; baseUrl: string }

/** The account that is open now: its file cannot be opened a second time. */
type AtWork = { number: number; db: Db }

export type ProofRequest = At & {
  client: PartnerClient
  accessToken: string
  answer: AccountAnswer | null
  /** `null` when no account of this address is open. */
  atWork: AtWork | null
}

export type FoundAccount = { number: number; how: ProvenHow }

/**
 * The account whose database knows the token, else the one that knows what the marketplace shows with it, else a new
 * one.
 * @throws StationError `account_unproven` when only a person can decide, `unreachable` when nothing was learned
 * @throws PartnerError `unauthorized`
 */
export async function findAccount(asked: ProofRequest): Promise<FoundAccount> {
  const { dataDir, baseUrl, accessToken, answer, atWork, client } = asked
  const numbers = accountsAt(dataDir, baseUrl)
  const current = atWork?.number ?? currentAccount(dataDir, baseUrl)
  if (numbers.length === 0) return { number: current, how: 'first' }
  const inOrder = [current, ...numbers.filter((number) => number !== current)]
  for (const number of inOrder)
    if (await inAccount(asked, number, (db) => isProvenToken(db, accessToken), false))
      return { number, how: 'shown' }
  const undecided: number[] = []
  for (const number of inOrder) {
    const compare = async (db: Db): Promise<AccountVerdict | 'untouched'> =>
      isUntouched(db) ? 'untouched' : judgeAccount(await compareAccount(db, client))
    const verdict = await inAccount(asked, number, compare, 'ask')
    if (verdict === 'untouched') return { number, how: 'first' }
    if (verdict === 'same') return { number, how: 'shown' }
    if (verdict === 'unclear')
      throw new StationError('unreachable', 'the account could not be compared', { baseUrl: 'unreachable' })
    if (verdict === 'ask') undecided.push(number)
  }
  const [first] = undecided
  if (first === undefined) return { number: freeAccount(dataDir, baseUrl), how: 'first' }
  if (answer === 'same') return { number: first, how: 'person' }
  if (answer === 'other') return { number: freeAccount(dataDir, baseUrl), how: 'person' }
  throw new StationError('account_unproven', 'nothing shows which account the token belongs to', {
    accessToken: 'unproven',
  })
}

/** The account to start with: the one that knows the environment's token, else the one used last. */
export function startingAccount({ dataDir, provisioned }: StationOptions, baseUrl: string): number {
  const current = currentAccount(dataDir, baseUrl)
  const token = provisioned.accessToken
  if (token === null) return current
  const numbers = accountsAt(dataDir, baseUrl)
  const inOrder = [current, ...numbers.filter((number) => number !== current)]
  const replacedIn = (db: Db): boolean => readSetting(db, 'token.replaces') === fingerprint(token)
  return (
    inOrder.find((number) =>
      readClosed({ dataDir, baseUrl }, number, (db) => replacedIn(db) || isProvenToken(db, token), false),
    ) ?? current
  )
}

/** Compares the token in use with the account's own database, through a separate client. */
export function createComparison(of: {
  db: Db
  baseUrl: string
  userAgent: string
  network: Network
  token: () => string | null
  onOutcome: (outcome: Outcome) => void
}) {
  let client: PartnerClient | null = null
  // SECURITY: an address saved before https was required gets no token.
  const secure = addressProblem(of.baseUrl) === null
  return {
    proven: (token: string): boolean => secure && isProvenToken(of.db, token),
    async run(): Promise<AccountVerdict> {
      if (!secure) return 'ask'
      const token = of.token()
      client = createPartnerClient({
        baseUrl: of.baseUrl,
        accessToken: () => token,
        nowMs: Date.now,
        userAgent: of.userAgent,
        network: of.network,
      })
      const watched = createGatedClient(client, { ask: () => of.onOutcome })
      try {
        return judgeAccount(await compareAccount(of.db, watched))
      } finally {
        await client.close()
      }
    },
    close: async (): Promise<void> => client?.close(),
  }
}

/** @param otherwise the result when the file cannot be read */
async function inAccount<T>(
  { atWork, ...at }: ProofRequest,
  number: number,
  work: (db: Db) => T | Promise<T>,
  otherwise: T,
): Promise<T> {
  if (atWork?.number === number) return work(atWork.db)
  const db = openForReading(fileOf(at, number))
  if (db === null) return otherwise
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

function readClosed<T>(at: At, number: number, work: (db: Db) => T, otherwise: T): T {
  const read = (noRoom: boolean): T => {
    const db = openForReading(fileOf(at, number), noRoom)
    if (db === null) return otherwise
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  try {
    return read(false)
  } catch (error) {
    try {
      if (isNoRoom(error)) return read(true)
      console.error(error)
    } catch (again) {
      console.error(again)
    }
    return otherwise
  }
}

function fileOf({ dataDir, baseUrl }: At, number: number): string {
  return join(accountDir(dataDir, { mode: 'live', baseUrl, number }), 'station.sqlite')
}
