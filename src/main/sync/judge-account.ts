/** What the marketplace showed with a token, compared with what a database knows of its account. */
export type AccountFacts = {
  /** Nothing of any account is in the database yet. */
  untouched: boolean
  /** False when a question got no answer that says anything: an outage, a storm of refusals. */
  answered: boolean
  /** Orders and items known here that were shown as they are known. */
  shown: number
  /** Orders known here by their id that were shown with other contents: another account's. */
  foreign: number
  /** Orders and items known here that the marketplace does not know with this token (404). */
  missing: number
  /** Orders of the token's own list that are not known here, and can be read one by one. */
  unknown: number
}

/**
 * `same`: the token belongs to the database's account; `other`: to another one; `ask`: nothing can be compared, so a
 * person must say; `unclear`: ask the marketplace again later.
 */
export type AccountVerdict = 'same' | 'other' | 'ask' | 'unclear'

/**
 * Whether a token belongs to the account of a database (I14). The API names no account, so what it shows must. That
 * something is missing never proves the same account, and that questions fail proves nothing at all.
 */
export function judgeAccount(facts: AccountFacts): AccountVerdict {
  const { untouched, answered, shown, foreign, missing, unknown } = facts
  if (untouched) return 'same'
  // Single ones may be gone from the marketplace.
  if (shown > 0 && foreign === 0 && shown >= missing) return 'same'
  if (!answered) return 'unclear'
  if (shown > 0) return 'ask'
  return missing + foreign > 0 && unknown > 0 ? 'other' : 'ask'
}
