/** The comparison of what the marketplace showed with a token and what a database knows about its account. */
export type AccountFacts = {
  /** The database has no data of any account yet. */
  untouched: boolean
  /** False when a request got no conclusive answer: an outage, a run of refusals. */
  answered: boolean
  /** Known orders and items that were shown with the known contents. */
  shown: number
  /** Known order numbers that were shown with other contents: another account's. */
  foreign: number
  /** Known orders and items that the marketplace does not have for this token (404). */
  missing: number
  /** Orders in the token's own list that are unknown here, and can be read one by one. */
  unknown: number
}

/**
 * `same`: the token belongs to the database's account; `other`: to another one; `ask`: nothing can be compared, so a
 * person must say; `unclear`: ask the marketplace again later.
 */
export type AccountVerdict = 'same' | 'other' | 'ask' | 'unclear'

/**
 * Whether a token belongs to the account of a database (I14). The API does not name accounts, so its data must tell.
 * Missing records never prove the same account, and failed requests prove nothing at all.
 */
export function judgeAccount(facts: AccountFacts): AccountVerdict {
  const { untouched, answered, shown, foreign, missing, unknown } = facts
  if (untouched) return 'same'
  // A few may be gone from the marketplace.
  if (shown > 0 && foreign === 0 && shown >= missing) return 'same'
  if (!answered) return 'unclear'
  if (shown > 0) return 'ask'
  return missing + foreign > 0 && unknown > 0 ? 'other' : 'ask'
}
