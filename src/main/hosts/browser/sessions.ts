import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Links and windows that may be open at once; the oldest gives way. */
const MOST = 16

export type Redeemed = { kind: 'session'; session: string } | { kind: 'spent' } | { kind: 'unknown' }

/** One-time tokens and the sessions they were exchanged for; all in memory, so a restart ends every session. */
export type Sessions = {
  /** A new one-time token, to be printed or handed to the window. */
  issueToken(): string
  /** Exchanges a token for a session; a token works once. */
  redeem(token: string): Redeemed
  isOpen(session: string | undefined): boolean
}

/** Keeps digests only, each compared in constant time. */
export function createSessions(): Sessions {
  const tokens: Buffer[] = []
  const spent: Buffer[] = []
  const sessions: Buffer[] = []
  return {
    issueToken() {
      const token = newSecret()
      remember(tokens, digest(token))
      return token
    },
    redeem(token) {
      const offered = digest(token)
      const index = find(tokens, offered)
      if (index < 0) return { kind: find(spent, offered) < 0 ? 'unknown' : 'spent' }
      tokens.splice(index, 1)
      remember(spent, offered)
      const session = newSecret()
      remember(sessions, digest(session))
      return { kind: 'session', session }
    },
    isOpen: (session) => session !== undefined && find(sessions, digest(session)) >= 0,
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** SECURITY: looks at every entry, so that the time taken tells nothing about a match. */
function find(known: readonly Buffer[], offered: Buffer): number {
  let found = -1
  known.forEach((entry, index) => {
    if (timingSafeEqual(entry, offered)) found = index
  })
  return found
}

function remember(list: Buffer[], entry: Buffer): void {
  list.push(entry)
  if (list.length > MOST) list.shift()
}
