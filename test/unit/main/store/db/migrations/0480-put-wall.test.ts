import { expect, it } from 'vitest'
import { migration0480 } from '../../../../../../src/main/store/db/migrations/0480-put-wall'
import { migrateOneStep } from './one-step'

it('begins with an empty put wall, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0480, { tables: { added: ['put_wall'] } })
  expect(after).toEqual({ ...before, put_wall: [] })
})
