import type { Database } from 'better-sqlite3'

declare const inTx: unique symbol

/**
 * The open file with everything SQLite can do to it, even outside a transaction. Only for code that opens, migrates,
 * copies or closes a file, and for the evidence log, which only its own module writes.
 */
export type DbFile = Database

/** What readers take: it reads with `sql` and cannot write. */
export type Db = Pick<DbFile, 'name' | 'open' | 'inTransaction'>

/** What writers take: only `inTransaction` hands it out, and it is valid until that returns (I1). */
export type Tx = Db & { readonly [inTx]: true }
