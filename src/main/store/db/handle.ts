import type { Database } from 'better-sqlite3'

declare const inTx: unique symbol

/**
 * The open file with all that SQLite can do to it, also outside a transaction. Only for what opens, migrates, copies or
 * closes a file, and for the evidence log, which nobody but its own module writes.
 */
export type DbFile = Database

/** What readers take: it reads with `sql` and cannot write. */
export type Db = Pick<DbFile, 'name' | 'open' | 'inTransaction'>

/** What writers take: handed out by `inTransaction` alone, and good until that returns (I1). */
export type Tx = Db & { readonly [inTx]: true }
