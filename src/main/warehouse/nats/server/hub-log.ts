import { inspect } from 'node:util'
import type { Clock } from '../../../base/clock'
import type { Missed } from '../part'
import { isSilence } from './silence'

/** What becomes of the hub, for the log: a line for each change, and none for each try. */
export type HubLog = {
  /** As the station shows it now. `trouble`: what one of its parts cannot do. */
  saw(now: { state: 'open' | 'away'; refusal: string | null; trouble: string | null }): void
  /** The hub did not do what was asked. */
  fault(error: unknown): void
  missed(what: Missed): void
  /** Said once for each version. */
  flushes(words: string): void
  close(): void
}

/** What fails and works in turn is said once. */
const WELL_MS = 30_000
/** The same entry is said to be missing no more often. */
const MISSED_MS = 3_600_000
/** Of one trouble. */
const MOST_LINES = 20

const MISSED: Readonly<Record<Missed, string>> = {
  claim: 'this station’s claim to the order on its bench',
  presence: 'what this station says of itself',
  owner: 'whose work the operations of this station are',
  copies: 'copies of open operations of this station',
}

export function createHubLog({
  clock,
  servers,
  log,
}: {
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  servers: readonly string[]
  log: (line: string) => void
}): HubLog {
  const place = `Hub ${servers.join(', ')}`
  let state: 'open' | 'away' = 'away'
  let flush = ''
  const said = new Set<string>()
  const missedMs = new Map<Missed, number>()
  let cancelWell: (() => void) | null = null

  const sayOnce = (words: string): void => {
    cancelWell?.()
    cancelWell = null
    if (said.has(words) || said.size === MOST_LINES) return
    said.add(words)
    log(`${place}: ${words}`)
  }
  return {
    saw(now) {
      if (now.state !== state) {
        state = now.state
        log(`${place}: ${state === 'open' ? 'connected' : 'the connection was lost; packing goes on'}`)
        if (state === 'open') said.clear()
      }
      if (now.refusal !== null) sayOnce(`${state === 'open' ? 'refused' : 'not reached'}: ${now.refusal}`)
      const isWell = state === 'open' && now.refusal === null && now.trouble === null
      if (!isWell) {
        cancelWell?.()
        cancelWell = null
      } else if (said.size > 0)
        cancelWell ??= clock.after(WELL_MS, () => {
          cancelWell = null
          said.clear()
          log(`${place}: works again`)
        })
    },
    fault(error) {
      // Said when the connection was lost.
      if (state === 'away' && isSilence(error)) return
      sayOnce(isSilence(error) ? 'does not answer' : wordsOf(error))
    },
    missed(what) {
      const nowMs = clock.monotonicMs()
      if (nowMs - (missedMs.get(what) ?? Number.NEGATIVE_INFINITY) < MISSED_MS) return
      missedMs.set(what, nowMs)
      log(`${place}: no longer had ${MISSED[what]}; written again`)
    },
    flushes(words) {
      if (words === flush) return
      flush = words
      log(`${place}: ${words}`)
    },
    close: () => cancelWell?.(),
  }
}

/** What is wrong with the program needs a place; what is wrong with the hub, its words. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  if (error instanceof TypeError || error instanceof ReferenceError) return inspect(error)
  return error.message
}
