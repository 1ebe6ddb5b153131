import { readOperators, type StoredOperator } from '../../../areas/operators/stored-operator'
import type { SetupDocument } from '../../nats/setup/document'
import type { Values } from './merge'

/** What a station publishes of itself. */
export type OwnSetup = Pick<SetupDocument, 'id' | 'version' | 'group' | 'at' | 'station' | 'by'> & {
  preferences: Values
  operators: readonly StoredOperator[]
  /** Of the account at work, under its name at the hub. */
  accounts: Readonly<Record<string, Values>>
}

/**
 * The setup that replaces the one before. What a newer version has added to that, and this one does not know, stays in
 * it: fields, settings, and operators whose entry cannot be read here.
 */
export function nextDocument(before: SetupDocument | null, own: OwnSetup): SetupDocument {
  const accounts = Object.entries(own.accounts).map(([name, values]): [string, Values] => [
    name,
    { ...before?.accounts[name], ...values },
  ])
  return {
    ...before,
    ...own,
    format: 1,
    preferences: { ...before?.preferences, ...own.preferences },
    operators: withUnknown(before?.operators ?? [], own.operators),
    accounts: { ...before?.accounts, ...Object.fromEntries(accounts) },
  }
}

function withUnknown(before: readonly unknown[], own: readonly StoredOperator[]): unknown[] {
  const entries = before.map((entry) => ({ entry, known: readOperators([entry])[0] ?? null }))
  const known = own.map((one) => ({
    ...(entries.find((other) => other.known?.id === one.id)?.entry as object | undefined),
    ...one,
  }))
  return [...known, ...entries.flatMap((other) => (other.known === null ? [other.entry] : []))]
}
