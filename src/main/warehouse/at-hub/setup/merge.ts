import { isDeepStrictEqual } from 'node:util'

export type Values = Readonly<Record<string, unknown>>

/**
 * What a station takes over from the warehouse's setup. A value that still is what the setup last said follows it; one
 * that was changed here since stays, until a person gives it back.
 * @param base what the setup said last, as far as this station has seen it; without it a value follows
 * @param again names that follow whatever was changed
 * @returns the values to change here, and the next base
 */
export function mergeSetup(
  setup: Values,
  local: Values,
  base: Values,
  again: ReadonlySet<string> = new Set(),
): { changed: Record<string, unknown>; base: Record<string, unknown> } {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(setup)) {
    const isFree = !Object.hasOwn(base, name) || !Object.hasOwn(local, name)
    const follows = isFree || again.has(name) || isDeepStrictEqual(local[name], base[name])
    if (follows && !isDeepStrictEqual(local[name], value)) changed[name] = value
  }
  return { changed, base: { ...base, ...setup } }
}
