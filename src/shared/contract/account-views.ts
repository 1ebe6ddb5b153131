import type { AccountColor } from '../domain/station/account-color'

/** What every page shows of the account at work. */
export type AccountMark = { name: string; color: AccountColor }

/** `mark`: `null` while this PC has fewer than two accounts, and in training, which has a mark of its own. */
export type AccountsInShort = {
  /** The account at work. */
  atWork: string
  mark: AccountMark | null
  /** How many other accounts, training not counted, could be worked with. */
  others: number
}
