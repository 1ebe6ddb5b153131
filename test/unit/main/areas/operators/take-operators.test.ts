import { describe, expect, it } from 'vitest'
import type { StoredOperator } from '../../../../../src/main/areas/operators/stored-operator'
import { takeOperators } from '../../../../../src/main/areas/operators/take-operators'

const PIN = { salt: 'c2FsdA==', hash: 'aGFzaA==' }
const person = (name: string, more: Partial<StoredOperator> = {}): StoredOperator => ({
  id: `id of ${name}`,
  name,
  role: 'packer',
  badge: `badge of ${name}`,
  pin: PIN,
  active: true,
  ...more,
})
const BOSS = person('Boss', { role: 'supervisor' })

describe('operators from another station', () => {
  it('are added and changed by ID', () => {
    const taken = takeOperators([BOSS, person('Jo')], [person('Jo', { active: false }), person('Ada')])
    expect(taken).toEqual({ operators: [BOSS, person('Jo', { active: false }), person('Ada')], refused: [] })
  })

  it.each([
    ['with the name of another one', person('JO', { id: 'other' })],
    ['with the badge of another one', person('Ada', { badge: 'badge of Jo' })],
    ['who is a supervisor without a PIN', person('Ada', { role: 'supervisor', pin: null })],
    ['with a name that no form takes', person('x'.repeat(61))],
  ])('are refused %s', (_case, given) => {
    const local = [BOSS, person('Jo')]
    expect(takeOperators(local, [given])).toEqual({ operators: local, refused: [given.id] })
  })

  it.each([
    ['the last supervisor', [BOSS, person('Jo')], { ...BOSS, role: 'packer' as const }],
    ['the last active supervisor', [BOSS, person('Jo')], { ...BOSS, active: false }],
    ['the last operator', [person('Jo')], person('Jo', { active: false })],
  ])('never take away %s', (_case, local, given) => {
    expect(takeOperators(local, [given])).toEqual({ operators: local, refused: [given.id] })
  })

  it('may take the place of the last supervisor with another one', () => {
    const next = person('Ada', { role: 'supervisor' })
    const taken = takeOperators([BOSS], [next, { ...BOSS, active: false }])
    expect(taken.operators).toEqual([next, { ...BOSS, active: false }])
  })
})
