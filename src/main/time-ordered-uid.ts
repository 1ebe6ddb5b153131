import { randomBytes } from 'node:crypto'

/**
 * A UUID of version 7: its first 48 bits are the moment, the rest is random. New keys land beside each other at the end
 * of a table instead of on a page of their own each.
 * @param wallMs milliseconds since the epoch
 */
export function timeOrderedUid(wallMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(wallMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
