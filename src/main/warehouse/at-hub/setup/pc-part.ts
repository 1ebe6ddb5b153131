import { isDeepStrictEqual } from 'node:util'
import type { Operators } from '../../../areas/operators/operators'
import { readOperators, type StoredOperator } from '../../../areas/operators/stored-operator'
import { takeOperators } from '../../../areas/operators/take-operators'
import type { PreferenceFile } from '../../../areas/settings/preferences'
import type { TakenSetup } from '../../nats/setup/setup'
import type { KeptSetup } from './kept-setup'
import { mergeSetup, type Values } from './merge'
import { preferenceValues, usablePreferences, withPreferences } from './values'

/** What of a setup belongs to the PC, whatever account is at work: preferences and operators. */
export class PcPart {
  constructor(
    private readonly deps: {
      preferences: PreferenceFile
      operators: Pick<Operators, 'stored' | 'replace' | 'keepBarred'>
      kept: KeptSetup
      isFixed: (name: string) => boolean
    },
  ) {}

  /** As it is on this station. */
  here(): Values {
    const { preferences, operators } = this.deps
    return { ...preferenceValues(preferences.read()), ...operatorValues(operators.stored()) }
  }

  /**
   * @param again names that follow whatever was changed
   * @returns the names of what has changed here
   */
  take(group: string, { document, published }: TakenSetup, again: ReadonlySet<string>): string[] {
    const { preferences, operators, kept, isFixed } = this.deps
    const before = kept.read()
    const given = Object.entries(usablePreferences(document.preferences)).filter(([name]) => !isFixed(name))
    const there = { ...Object.fromEntries(given), ...operatorValues(readOperators(document.operators)) }
    const { changed, base } = mergeSetup(there, this.here(), before.base, again)
    const part = withPreferences(preferences.read(), changed)
    const people = Object.keys(changed)
      .filter(isOperator)
      .map((name) => changed[name] as StoredOperator)
    const taken = takeOperators(operators.stored(), people)
    for (const id of taken.refused) {
      delete changed[nameOf(id)]
      delete base[nameOf(id)]
    }
    operators.keepBarred(() => {
      if (Object.keys(part).length > 0) preferences.save(part)
      if (people.length > taken.refused.length) operators.replace(taken.operators)
    })
    const next = { groups: { ...before.groups, [group]: published }, base }
    if (!isDeepStrictEqual({ ...before, ...next }, before)) kept.save(next)
    return Object.keys(changed)
  }
}

/** Operators as values of a setup, by name. */
export function operatorValues(operators: readonly StoredOperator[]): Record<string, StoredOperator> {
  return Object.fromEntries(operators.map((one) => [nameOf(one.id), one]))
}

/** The name of the operator whom a value is about; `null` for another value. */
export function operatorIn(name: string, here: Values, there: Values): string | null {
  return isOperator(name) ? ((here[name] ?? there[name]) as StoredOperator).name : null
}

function nameOf(id: string): string {
  return `operators.${id}`
}

function isOperator(name: string): boolean {
  return name.startsWith('operators.')
}
