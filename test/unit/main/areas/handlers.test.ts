import { expect, it } from 'vitest'
import { allHandlers } from '../../../../src/main/areas/handlers'
import type { Parts } from '../../../../src/main/areas/parts'
import { CONTRACT } from '../../../../src/shared/contract/contract'

/** Handlers may use their parts only when they are called. */
const NO_PARTS = { host: {} } as Parts

it('has a handler for every call of the contract, and none for anything else', () => {
  const handlers = allHandlers(NO_PARTS)
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(CONTRACT).toSorted())
  expect(Object.values(handlers).every((handler) => typeof handler === 'function')).toBe(true)
})
