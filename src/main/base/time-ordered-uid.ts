import { randomUUID } from 'node:crypto'

/**
 * A UUID of version 7: its first 48 bits are the moment, the rest is random. New keys land beside each other at the end
 * of a table instead of on a page of their own each.
 * @param wallMs milliseconds since the epoch
 */
export function timeOrderedUid(wallMs: number): string {
  const moment = Math.trunc(wallMs).toString(16).padStart(12, '0')
  // What follows the version in a UUID of version 4 is random as here, and Node draws those ahead.
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`
}
