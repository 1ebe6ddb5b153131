import { migration0430 } from './0430-first'
import type { Migration } from './migration'

/** Every migration, ascending. */
export const MIGRATIONS: readonly Migration[] = [migration0430]
