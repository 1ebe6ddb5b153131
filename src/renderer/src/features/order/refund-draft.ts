import { parseCents, type MoneyProblem } from '../../../../shared/domain/orders/money'

/** Why an amount cannot be refunded. */
export type RefundProblem = MoneyProblem | 'zero' | 'above_rest'

export type RefundDraft = { cents: number; problem: null } | { cents: null; problem: RefundProblem }

/** Judges an amount as it was typed. @param restCents what is left; `null` when nobody knows */
export function readRefund(text: string, restCents: number | null): RefundDraft {
  const parsed = parseCents(text)
  if (!parsed.ok) return { cents: null, problem: parsed.problem }
  if (parsed.cents === 0) return { cents: null, problem: 'zero' }
  if (restCents !== null && parsed.cents > restCents) return { cents: null, problem: 'above_rest' }
  return { cents: parsed.cents, problem: null }
}
