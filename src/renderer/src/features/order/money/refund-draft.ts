import { parseCents, type MoneyProblem } from '../../../../../shared/domain/orders/money'
import {
  refundProblem,
  type RefundProblem as GuardProblem,
} from '../../../../../shared/domain/orders/refund-rest'

/** Why an amount cannot be refunded. */
export type RefundProblem = MoneyProblem | GuardProblem

/** `reason`: only with it, and by a supervisor, may the amount be refunded; `null` if it needs none. */
export type RefundDraft =
  | { cents: number; problem: null; reason: string | null }
  | { cents: null; problem: RefundProblem; reason: null }

/** Whether a supervisor's reason could make up for the problem. */
export function asksReason(problem: RefundProblem | null): boolean {
  return problem === 'above_rest' || problem === 'rest_unknown'
}

/**
 * Parses and checks an amount as typed.
 * @param restCents what is left; `null` if unknown
 * @param reason as typed, why it may be more
 */
export function readRefund(text: string, restCents: number | null, reason: string): RefundDraft {
  const parsed = parseCents(text)
  if (!parsed.ok) return { cents: null, problem: parsed.problem, reason: null }
  const { cents } = parsed
  const problem = refundProblem(cents, restCents)
  if (problem === null) return { cents, problem, reason: null }
  const why = reason.trim()
  if (!asksReason(problem) || why === '') return { cents: null, problem, reason: null }
  return { cents, problem: null, reason: why }
}
