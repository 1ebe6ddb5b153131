import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/clock'

/** Links and windows open at once; the longest idle one is evicted, and only for a valid link. */
const MOST = 16
/** A link left in a terminal's log must not open the app later. */
export const LINK_LIFE_MS = 120_000

export type Redeemed =
  | { kind: 'session'; session: string; page: string }
  /** Once valid: used or expired. */
  | { kind: 'spent' | 'expired' }
  | { kind: 'unknown' }

/** One-time tokens and the sessions exchanged for them; in memory only, so a restart ends every session. */
export type Sessions = {
  /** A new one-time token, to be printed or passed to the window; it expires after `LINK_LIFE_MS`. */
  issueToken(): string
  /** Whether the token could still be exchanged. */
  isFresh(token: string): boolean
  /** Exchanges a token for a session and a page's own secret; a token works once. */
  redeem(token: string): Redeemed
  /** Whether this is a session's cookie. */
  isOpen(session: string | undefined): boolean
  /**
   * Whether this is the secret of a page that a link opened.
   * SECURITY: a browser sends a cookie to every port of a host, but a page's secret only where the page itself sends it.
   */
  isPage(page: string | undefined): boolean
}

type Entry = { digest: Buffer; untilMs: number }

/** Keeps digests only, each compared in constant time. */
export function createSessions({ monotonicMs }: Pick<Clock, 'monotonicMs'>): Sessions {
  const tokens: Entry[] = []
  const past: (Entry & { kind: 'spent' | 'expired' })[] = []
  const sessions: Entry[] = []
  const pages: Entry[] = []
  const expire = (): void => {
    for (const token of tokens.filter(({ untilMs }) => untilMs <= monotonicMs())) {
      tokens.splice(tokens.indexOf(token), 1)
      remember(past, { ...token, kind: 'expired' })
    }
  }
  const begin = (list: Entry[]): string => {
    const secret = newSecret()
    remember(list, { digest: digest(secret), untilMs: Number.POSITIVE_INFINITY })
    return secret
  }
  return {
    issueToken() {
      const token = newSecret()
      expire()
      remember(tokens, { digest: digest(token), untilMs: monotonicMs() + LINK_LIFE_MS })
      return token
    },
    isFresh(token) {
      expire()
      return find(tokens, digest(token)) !== null
    },
    redeem(token) {
      expire()
      const offered = digest(token)
      const found = find(tokens, offered)
      if (found === null) return { kind: find(past, offered)?.kind ?? 'unknown' }
      tokens.splice(tokens.indexOf(found), 1)
      remember(past, { ...found, kind: 'spent' })
      return { kind: 'session', session: begin(sessions), page: begin(pages) }
    },
    isOpen: (session) => isKnown(sessions, session),
    isPage: (page) => isKnown(pages, page),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** SECURITY: compares every entry, so that timing reveals nothing about a match. */
function find<T extends Entry>(known: readonly T[], offered: Buffer): T | null {
  let found: T | null = null
  for (const entry of known) if (timingSafeEqual(entry.digest, offered)) found = entry
  return found
}

function isKnown(list: Entry[], secret: string | undefined): boolean {
  const entry = secret === undefined ? null : find(list, digest(secret))
  if (entry === null) return false
  // Recently used entries are evicted last.
  list.push(...list.splice(list.indexOf(entry), 1))
  return true
}

function remember<T extends Entry>(list: T[], entry: T): void {
  list.push(entry)
  if (list.length > MOST) list.shift()
}
