import { expect, it } from 'vitest'
import { migration0170 } from '../../../../../../src/main/store/db/migrations/0170-photos'
import { migrateOneStep } from './one-step'

it('adds an empty table of photos and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0170, { tables: { added: ['photos'] } })
  expect(after).toEqual({ ...before, photos: [] })
})
