import { describe, expect, test } from 'vitest'
import { FaultPlan, faultSchema, type NewFault } from '../../../src/marketplace/control/fault-plan'

function planOf(...faults: NewFault[]): FaultPlan {
  const plan = new FaultPlan()
  for (const fault of faults) plan.add(faultSchema.parse(fault))
  return plan
}

describe('which requests a fault matches', () => {
  test.each([
    ['/api/v1.0/orders', '/api/v1.0/orders', true],
    ['/api/v1.0/orders', '/api/v1.0/orders/1', false],
    ['/api/v1.0/orders/:id', '/api/v1.0/orders/1', true],
    ['/api/v1.0/orders/:id', '/api/v1.0/orders/1/cancel', false],
    ['/api/v1.0/orders/:id', '/api/v1.0/orders', false],
    ['/api/v1.0/orders/17/shipments', '/api/v1.0/orders/17/shipments', true],
    ['/api/v1.0/orders/17/shipments', '/api/v1.0/orders/18/shipments', false],
    ['/api/v1.0/orders/*', '/api/v1.0/orders/1/shipments/2', true],
    ['/api/v1.0/orders/*', '/api/v1.0/items', false],
    ['/*', '/anything/at/all', true],
  ])('%s matches %s: %s', (route, path, hit) => {
    expect(planOf({ kind: 'drop', route }).draw('GET', path) !== null).toBe(hit)
  })

  test('the method, in any case', () => {
    const plan = planOf({ kind: 'drop', method: 'post', route: '/*' })
    expect(plan.draw('GET', '/a')).toBeNull()
    expect(plan.draw('POST', '/a')).not.toBeNull()
  })
})

test('the first fault that fires has the request; a spent one leaves it to the next', () => {
  const plan = planOf({ kind: 'drop', route: '/*', count: 1 }, { kind: 'reset', route: '/*' })
  expect([plan.draw('GET', '/')?.kind, plan.draw('GET', '/')?.kind]).toEqual(['drop', 'reset'])
  expect(plan.list()).toMatchObject([
    { id: 1, matched: 2, fired: 1 },
    { id: 2, matched: 1, fired: 1 },
  ])
  plan.clear()
  expect(plan.draw('GET', '/')).toBeNull()
})

test('probability fires about that often, repeatably by the seed', () => {
  const draws = (seed: number) => {
    const plan = planOf({ kind: 'drop', route: '/*', probability: 0.25, seed })
    return Array.from({ length: 1000 }, () => plan.draw('GET', '/') !== null)
  }
  const fired = draws(1).filter(Boolean).length
  expect(fired).toBeGreaterThan(200)
  expect(fired).toBeLessThan(300)
  expect(draws(1)).toEqual(draws(1))
  expect(draws(2)).not.toEqual(draws(1))
})

test.each([
  { kind: 'explode', route: '/*' },
  { kind: 'drop' },
  { kind: 'drop', route: 'orders' },
  { kind: 'delay', route: '/*' },
  { kind: 'status', route: '/*' },
  { kind: 'drop', route: '/*', count: 0 },
  { kind: 'drop', route: '/*', probability: 2 },
  { kind: 'drop', route: '/*', typo: true },
])('refuses %j', (fault) => {
  expect(faultSchema.safeParse(fault).success).toBe(false)
})
