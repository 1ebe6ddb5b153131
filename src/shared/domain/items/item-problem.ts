import type { MoneyProblem } from '../orders/money'

/** The problems of a new item's fields. Each has a text in every language. */
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
