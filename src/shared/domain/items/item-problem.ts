import type { MoneyProblem } from '../orders/money'

/** What can be wrong with a field of a new item. Each one has words in every language. */
export type ItemProblem =
  | MoneyProblem
  | 'not_percent'
  | 'not_whole'
  | 'not_leaf'
  | 'not_allowed'
  | 'taken'
  | 'not_url'
  | 'subtype_missing'
  | 'material_missing'
