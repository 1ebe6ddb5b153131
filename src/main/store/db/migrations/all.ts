import { migration0430 } from './0430-first'
import { migration0440 } from './0440-taught-codes'
import type { Migration } from './migration'

/** Every migration, ascending. */
export const MIGRATIONS: readonly Migration[] = [migration0430, migration0440]
