import type { DbFile } from '../handle'

/** One step of the schema. Numbered in tens; once released it never changes. */
export type Migration = { version: number; name: string; up(db: DbFile): void }
