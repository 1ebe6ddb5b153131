import { vi } from 'vitest'
import { createOperators } from '../../../../../src/main/areas/operators/operators'
import { openPreferences } from '../../../../../src/main/areas/settings/preferences'
import { openSignInFile } from '../../../../../src/main/areas/operators/sign-in-state'
import { createManualClock } from '../../../../support/clock'
import { tempDir } from '../../../../support/temp-dir'

/** The operators of one PC. */

export const ADA = {
  operatorId: null,
  name: 'Ada',
  role: 'packer',
  active: true,
  pin: '1234',
  newBadge: false,
} as const

export const BOB = { ...ADA, name: 'Bob', pin: null }

export function thePc(dir = tempDir(), clock = createManualClock()) {
  const preferences = openPreferences(dir, () => {})
  const onLocked = vi.fn<() => void>()
  const operators = createOperators(
    preferences,
    clock,
    openSignInFile(dir, () => {}),
  )
  operators.onLocked(onLocked)
  const named = (name: string) => {
    const found = operators.list().find((one) => one.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  return { clock, preferences, operators, named, dir, onLocked }
}

export const codeOf = async (act: () => unknown): Promise<string> => {
  try {
    await act()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'done'
}
