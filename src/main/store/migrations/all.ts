import type { Migration } from './migration'
import { migration0010 } from './0010-station'

/** Every migration, ascending. */
export const MIGRATIONS: readonly Migration[] = [migration0010]
