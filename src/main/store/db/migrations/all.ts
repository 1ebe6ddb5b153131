import { migration1000 } from './1000-first'
import type { Migration } from './migration'

/** Every migration, ascending. Those of a version that was released are never changed: data folders have run them. */
export const MIGRATIONS: readonly Migration[] = [migration1000]
