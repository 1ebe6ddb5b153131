import { parseCents, refundProblem, type MoneyProblem } from '../../../../shared/domain/orders/money'

/** Why an amount cannot be refunded. */
export type RefundProblem = MoneyProblem | NonNullable<ReturnType<typeof refundProblem>>

export type RefundDraft = { cents: number; problem: null } | { cents: null; problem: RefundProblem }

/** Parses and checks an amount as typed. @param restCents what is left; `null` if unknown */
export function readRefund(text: string, restCents: number | null): RefundDraft {
  const parsed = parseCents(text)
  if (!parsed.ok) return { cents: null, problem: parsed.problem }
  const problem = refundProblem(parsed.cents, restCents)
  return problem === null ? { cents: parsed.cents, problem } : { cents: null, problem }
}
