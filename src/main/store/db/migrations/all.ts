import type { Migration } from './migration'
import { migration0010 } from './0010-station'
import { migration0020 } from './0020-outbox'
import { migration0030 } from './0030-items'
import { migration0050 } from './0050-queue'
import { migration0060 } from './0060-handover'
import { migration0070 } from './0070-shown'
import { migration0090 } from './0090-gates'
import { migration0100 } from './0100-trust'
import { migration0140 } from './0140-sealed-orders'
import { migration0150 } from './0150-by-hand'
import { migration0155 } from './0155-codes-any-case'
import { migration0160 } from './0160-packed-times'
import { migration0170 } from './0170-photos'
import { migration0200 } from './0200-sorted-lists'
import { migration0210 } from './0210-deleted-buyers'
import { migration0220 } from './0220-search'
import { migration0230 } from './0230-order-counts'
import { migration0240 } from './0240-positions'
import { migration0250 } from './0250-archived-labels'
import { migration0300 } from './0300-items-desk'
import { migration0310 } from './0310-sealed-deeper'
import { migration0320 } from './0320-order-facts'
import { migration0330 } from './0330-bulk'
import { migration0340 } from './0340-payout-days'
import { migration0350 } from './0350-created-items'
import { migration0360 } from './0360-set-aside-now'
import { migration0370 } from './0370-codes-in-groups'
import { migration0400 } from './0400-find-more'
import { migration0410 } from './0410-changed-orders'
import { migration0430 } from './0430-torn-json'

/** Every migration, ascending. */
export const MIGRATIONS: readonly Migration[] = [
  migration0010,
  migration0020,
  migration0030,
  migration0050,
  migration0060,
  migration0070,
  migration0090,
  migration0100,
  migration0140,
  migration0150,
  migration0155,
  migration0160,
  migration0170,
  migration0200,
  migration0210,
  migration0220,
  migration0230,
  migration0240,
  migration0250,
  migration0300,
  migration0310,
  migration0320,
  migration0330,
  migration0340,
  migration0350,
  migration0360,
  migration0370,
  migration0400,
  migration0410,
  migration0430,
]
