import { randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock'
import { Signal } from '../../base/signal'
import { Timer } from '../../base/timer'
import { fingerprint } from './connection'
import { type SecretStore, SecretsUnavailable } from '../../hosts/host'
import { BUYER_KEY_BYTES, createBuyerSeal, type BuyerSeal } from '../../store/db/buyer-seal'
import { inTransaction, type Db } from '../../store/db/database'
import { isNoRoom } from '../../base/no-room'
import { isFull, whenRoom } from '../../store/db/room'
import { isProvenToken } from '../../store/tables/proven-tokens'
import { readSecret, readSetting, writeSecret, writeSetting } from '../../store/tables/settings'

/** The secrets that an account keeps sealed: the key of the buyers' data, and the token. */

/** A keychain opens when somebody logs in or answers its prompt. */
const TRY_AGAIN_MS = 60_000
/** The fingerprint of the environment's token that a person replaced here; never rename. */
const REPLACES = 'token.replaces'
/** Set when orders were read in without their buyers; never rename. */
const MISSED = 'buyers.missed'

type Opened<T> = {
  /** `null` while the secret store does not answer. */
  now(): T | null
  stop(): void
}

/** An account's sealed secrets, as far as they can be opened now. */
export type AccountSecrets = {
  seal: BuyerSeal
  token: string | null
  /** The key that the station keeps for the account; while it is unavailable, one for this run only. */
  ownKey(): Buffer
  /** Reports a token, or only the key (`null`), that could be opened only later. */
  onLate(listener: (token: string | null) => void): void
  stop(): void
}

/**
 * @param provisioned the environment's token; `undefined` for an account that keeps none
 * @param own the account's own token is wanted, unless the environment's is proven to be its
 */
export async function openSecrets(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  provisioned?: string | null,
  own = false,
): Promise<AccountSecrets> {
  const late = new Signal<[string | null]>()
  const onLate = (): void => late.tell(token.now())
  const none: Opened<string> = { now: () => null, stop: () => undefined }
  let token = none
  const ofThisRun = randomBytes(BUYER_KEY_BYTES)
  const key = await buyerKey({ ...deps, onLate })
  if (provisioned !== undefined) token = await startingToken({ ...deps, onLate }, provisioned, own)
  return {
    seal: createBuyerSeal(() => key.now()),
    token: token.now(),
    ownKey: () => key.now() ?? ofThisRun,
    onLate: late.on,
    stop() {
      key.stop()
      token.stop()
    },
  }
}

type Deps = { db: Db; secrets: SecretStore; clock: Clock; onLate?: () => void }

/**
 * The key of the buyers' data. A key that can never be opened (another PC, a lost keychain) is replaced: that loses the
 * sealed columns until the next import, and never any queued work. While the keychain merely does not answer, nothing
 * is replaced: the station works without buyers' data and tries again.
 */
async function buyerKey(deps: Deps): Promise<Opened<Buffer>> {
  const { db } = deps
  const unavailable =
    'The key of the buyers’ data is not available now; packing goes on without it. Packbench will try again.'
  const opened = await openPatiently(deps, 'buyer-key', unavailable, (key) => key ?? replaceKey(deps))
  // Orders read in meanwhile, now or in an earlier run, came without their buyers.
  if (opened.now() === null) whenRoom(db, () => inTransaction(db, (tx) => writeSetting(tx, MISSED, '1')))
  else if (readSetting(db, MISSED) !== null) whenRoom(db, () => readBuyersAgain(db))
  return opened
}

async function replaceKey({ db, secrets }: Deps): Promise<Buffer> {
  if (readSecret(db, 'buyer-key') !== null) {
    console.error(
      'The key of the buyers’ data cannot be opened; addresses are read again from the marketplace.',
    )
    readBuyersAgain(db)
  }
  const key = randomBytes(BUYER_KEY_BYTES)
  const sealed = await secrets.seal(key)
  inTransaction(db, (tx) => writeSecret(tx, 'buyer-key', sealed))
  return key
}

/** A new first import brings the buyers back; a pull in progress would only bring changes. */
function readBuyersAgain(db: Db): void {
  inTransaction(db, (tx) => {
    writeSetting(tx, 'pull.cursor', null)
    writeSetting(tx, 'pull.round', null)
    writeSetting(tx, MISSED, null)
  })
}

/**
 * Makes the next start open this account with its own token: a person chose the account, whichever one the
 * environment's token leads to.
 */
export function keepOwnToken(db: Db, provisioned: string | null): void {
  whenRoom(db, () => {
    if (provisioned === null || readSecret(db, 'access-token') === null || isProvenToken(db, provisioned))
      return
    inTransaction(db, (tx) => writeSetting(tx, REPLACES, fingerprint(provisioned)))
  })
}

/** The environment's token, unless a person replaced that very token here. */
async function startingToken(deps: Deps, provisioned: string | null, own: boolean): Promise<Opened<string>> {
  const { db } = deps
  const replaces = readSetting(db, REPLACES)
  const replacedHere =
    provisioned === null || replaces === fingerprint(provisioned) || (own && !isProvenToken(db, provisioned))
  const given = { now: () => provisioned, stop: () => undefined }
  if (!replacedHere || readSecret(db, 'access-token') === null) return given
  const unavailable = 'The saved access token is not available now; Packbench will try again.'
  return openPatiently(deps, 'access-token', unavailable, (token) => {
    if (token !== null) return token.toString('utf8')
    console.error('The saved access token cannot be opened on this PC; enter it again.')
    return provisioned
  })
}

/**
 * Opens a secret now or, if the store does not answer, later.
 * @param settle called with `null` when there is no secret, or it can never be opened
 */
async function openPatiently<T>(
  deps: Deps,
  name: string,
  unavailable: string,
  settle: (plain: Buffer | null) => T | Promise<T>,
): Promise<Opened<NonNullable<T>>> {
  const { db, secrets, clock, onLate } = deps
  let value: T | null = null
  const timer = new Timer(clock)
  let stopped = false
  const attempt = async (): Promise<boolean> => {
    const plain = await openSecret(db, secrets, name)
    if (plain === 'unavailable') return false
    try {
      if (!stopped) value = await settle(plain)
    } catch (error) {
      // A new key that could not be stored must not seal anything.
      if (isNoRoom(error) || isFull(db)) return false
      if (!(error instanceof SecretsUnavailable)) throw error
      console.error(error.message)
      return false
    }
    return true
  }
  const tryLater = (): void => {
    timer.set(TRY_AGAIN_MS, () => {
      const again = (done: boolean): void => {
        if (stopped) return
        if (done) onLate?.()
        else tryLater()
      }
      if (!stopped)
        attempt().then(again, (error: unknown) => {
          console.error(error)
          again(false)
        })
    })
  }
  if (!(await attempt())) {
    console.error(unavailable)
    tryLater()
  }
  return {
    now: () => value as NonNullable<T> | null,
    stop() {
      stopped = true
      timer.cancel()
    },
  }
}

async function openSecret(
  db: Db,
  secrets: SecretStore,
  name: string,
): Promise<Buffer | null | 'unavailable'> {
  const sealed = readSecret(db, name)
  if (sealed === null) return null
  try {
    let again = false
    const plain = await secrets.open(sealed, () => (again = true))
    // Seals it again under the newer or safer key; if that fails, the stored value stays valid.
    if (again)
      await secrets.seal(plain).then(
        (safer) => inTransaction(db, (tx) => writeSecret(tx, name, safer)),
        (error: unknown) => console.error(error),
      )
    return plain
  } catch (error) {
    return error instanceof SecretsUnavailable ? 'unavailable' : null
  }
}
