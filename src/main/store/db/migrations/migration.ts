import type { Database } from 'better-sqlite3'

/** One step of the schema. Numbered in tens; once released it never changes. */
export type Migration = { version: number; name: string; up(db: Database): void }
