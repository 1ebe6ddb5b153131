import type { StoredOperator } from './stored-operator'

/** As the form has it. */
const LONGEST_NAME = 60

/**
 * Takes over operators from another station, by ID. SECURITY: refused is what `operators:save` refuses, and a list
 * that would leave the station without a supervisor, or without anybody, who could sign in before.
 * @returns all operators of this station, and the IDs of those that were not taken
 */
export function takeOperators(
  local: readonly StoredOperator[],
  given: readonly StoredOperator[],
): { operators: StoredOperator[]; refused: string[] } {
  let operators = [...local]
  const refused: string[] = []
  for (const one of given) {
    const others = operators.filter(({ id }) => id !== one.id)
    const isTaken = others.some(({ name, badge }) => badge === one.badge || sameName(name, one.name))
    const cannotSignIn = one.role === 'supervisor' && one.active && one.pin === null
    if (isTaken || cannotSignIn || one.name.length > LONGEST_NAME) refused.push(one.id)
    else operators = [...others, one]
  }
  const losesAll = isManned(local) && !isManned(operators)
  const losesSupervisor = isSupervised(local) && !isSupervised(operators)
  if (losesAll || losesSupervisor) return { operators: [...local], refused: given.map(({ id }) => id) }
  return { operators, refused }
}

const isManned = (operators: readonly StoredOperator[]): boolean => operators.some(({ active }) => active)

const isSupervised = (operators: readonly StoredOperator[]): boolean =>
  operators.some(({ active, role }) => active && role === 'supervisor')

/** Two people with the same name could not be distinguished in the evidence. */
export function sameName(left: string, right: string): boolean {
  return left.localeCompare(right, undefined, { sensitivity: 'accent' }) === 0
}
