import { statement, type Db } from '../database'

export type Account = { id: number; name: string; access_token: string | null }

/** The account that owns the token, or `null`. @see partner-api "Authentication" */
export function accountOfToken(db: Db, accessToken: string): Account | null {
  const row = statement(db, 'SELECT * FROM accounts WHERE access_token = ?').get(accessToken)
  return (row as Account | undefined) ?? null
}

/** All accounts, the first one first. */
export function allAccounts(db: Db): Account[] {
  return statement(db, 'SELECT * FROM accounts ORDER BY id').all() as Account[]
}

/** The account of that name, or `null`. */
export function accountOfName(db: Db, name: string): Account | null {
  return (statement(db, 'SELECT * FROM accounts WHERE name = ?').get(name) as Account | undefined) ?? null
}

/** Adds an account; does nothing if the name exists. */
export function addAccount(db: Db, name: string, accessToken: string): void {
  statement(db, 'INSERT INTO accounts (name, access_token) VALUES (?, ?) ON CONFLICT (name) DO NOTHING').run(
    name,
    accessToken,
  )
}

/** Replaces an account's token; `null` revokes it. False when the account does not exist. */
export function setAccessToken(db: Db, name: string, accessToken: string | null): boolean {
  return (
    statement(db, 'UPDATE accounts SET access_token = ? WHERE name = ?').run(accessToken, name).changes === 1
  )
}
