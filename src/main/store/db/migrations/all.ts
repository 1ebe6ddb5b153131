import { migration0430 } from './0430-first'
import { migration0440 } from './0440-taught-codes'
import { migration0460 } from './0460-printed-labels'
import { migration0470 } from './0470-codes-at-hub'
import { migration0480 } from './0480-put-wall'
import { migration0490 } from './0490-given-numbers'
import { migration0500 } from './0500-numbers-at-hub'
import type { Migration } from './migration'

/** Every migration, ascending. */
export const MIGRATIONS: readonly Migration[] = [
  migration0430,
  migration0440,
  migration0460,
  migration0470,
  migration0480,
  migration0490,
  migration0500,
]
