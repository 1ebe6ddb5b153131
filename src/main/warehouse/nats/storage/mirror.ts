import type { Clock } from '../../../base/clock'
import type { BucketEntry } from './bucket'

/**
 * What a bucket holds, as this station last heard it, so that nothing on the packer's way waits for the hub. Values that
 * the hub lets expire are gone here, too: the hub of a warehouse does not say when that happens.
 */
export type Mirror<T> = {
  /** @returns the value before and after; both `null` when nothing is known of the key */
  take(entry: BucketEntry<T>): { before: T | null; after: T | null }
  get(key: string): Mirrored<T> | null
  all(): Mirrored<T>[]
  /** Drops what has expired. @returns what was dropped */
  dropExpired(): Mirrored<T>[]
  /** A new watch begins: what it does not show is gone. */
  clear(): Mirrored<T>[]
}

export type Mirrored<T> = { key: string; value: T; revision: number; heardMs: number }

export function createMirror<T>({ clock, ttlMs }: { clock: Clock; ttlMs: number }): Mirror<T> {
  const known = new Map<string, Mirrored<T>>()
  const isThere = ({ heardMs }: Mirrored<T>): boolean => clock.monotonicMs() - heardMs < ttlMs
  const present = (key: string): Mirrored<T> | null => {
    const found = known.get(key)
    return found !== undefined && isThere(found) ? found : null
  }
  const takeOut = (gone: Mirrored<T>[]): Mirrored<T>[] => {
    for (const { key } of gone) known.delete(key)
    return gone
  }
  return {
    take({ key, value, revision }) {
      const before = present(key)
      if (value === null) known.delete(key)
      else known.set(key, { key, value, revision, heardMs: clock.monotonicMs() })
      return { before: before?.value ?? null, after: value }
    },
    get: present,
    all: () => [...known.values()].filter(isThere),
    dropExpired: () => takeOut([...known.values()].filter((one) => !isThere(one))),
    clear: () => takeOut([...known.values()]),
  }
}
