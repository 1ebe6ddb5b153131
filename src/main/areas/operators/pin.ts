import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'

/** How PINs are stored, and what guessing one costs. */

export type KeptPin = { salt: string; hash: string }

const HASH_BYTES = 32
const SALT_BYTES = 16

export async function hashOf(pin: string): Promise<KeptPin> {
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('base64'), hash: (await derive(pin, salt)).toString('base64') }
}

export async function isPin(kept: KeptPin, pin: string): Promise<boolean> {
  const hash = Buffer.from(kept.hash, 'base64')
  const given = await derive(pin, Buffer.from(kept.salt, 'base64'))
  return hash.length === given.length && timingSafeEqual(hash, given)
}

/** SECURITY: slow on purpose, because PINs are short; runs off the main thread. */
function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 900_000

export type Tries = {
  /** Counts one more try. @throws StationError `too_many_tries` with `seconds` to wait; that try does not count */
  begin(operatorId: string): void
  forget(operatorId: string): void
  /** Wrong tries by operator, to be saved. */
  counts(): Record<string, number>
}

/**
 * SECURITY: from the fifth wrong PIN on, each costs a wait that doubles, so that nobody can try them all. A try counts
 * before it is checked, so that a hundred at once count too. Waits are measured by the monotonic clock and start over
 * after a restart: neither the PC's clock nor a restart shortens them.
 * @param before the counts from before the restart
 * @param onChange called when a count changed, before the try is checked
 */
export function createTries(clock: Clock, before: Record<string, number>, onChange: () => void): Tries {
  const waitMs = (count: number): number =>
    count < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_TRIES), LONGEST_WAIT_MS)
  const tried = new Map(
    Object.entries(before).map(([operatorId, count]) => [
      operatorId,
      { count, untilMs: clock.monotonicMs() + waitMs(count) },
    ]),
  )
  return {
    begin(operatorId) {
      const { count, untilMs } = tried.get(operatorId) ?? { count: 0, untilMs: 0 }
      const restMs = untilMs - clock.monotonicMs()
      if (count >= FREE_TRIES && restMs > 0) {
        const seconds = String(Math.ceil(restMs / 1_000))
        throw new StationError('too_many_tries', `too many wrong PINs; wait ${seconds} s`, { seconds })
      }
      tried.set(operatorId, { count: count + 1, untilMs: clock.monotonicMs() + waitMs(count + 1) })
      onChange()
    },
    forget(operatorId) {
      if (tried.delete(operatorId)) onChange()
    },
    counts: () => Object.fromEntries([...tried].map(([operatorId, { count }]) => [operatorId, count])),
  }
}
