import type { en } from './en/words'

/** The same keys with any words for values. */
type Spoken<T> = { readonly [K in keyof T]: T[K] extends string ? string : Spoken<T[K]> }

/**
 * What every language gives: English is the measure, and a key that is missing or too many does not compile.
 * Plurals end in `_one` and `_other` in all four languages; `_zero` is i18next's own and wins where it is given.
 */
export type Words = Spoken<typeof en>
