import { describe, expect, it } from 'vitest'
import { heldByHub } from '../../../../../src/main/warehouse/at-hub/at-hub'
import type { Claims, HeldElsewhere } from '../../../../../src/main/warehouse/nats/claims'

const ORDER = 100_001
const SINCE_MS = Date.parse('2026-07-01T08:00:00Z')

/** @param claims what the hub says; the stations' own messages say that bench 2 has the order */
function held(claims: Partial<Claims>) {
  const holder = { station: 'Bench 2', operator: 'Bo', since: '2026-07-01T08:00:00.000Z', tookOver: false }
  return heldByHub(
    {
      claims: {
        decides: () => true,
        onBench: () => null,
        isConfirmed: () => false,
        heldElsewhere: () => null,
        ordersElsewhere: () => [],
        ...claims,
      } as Claims,
    },
    { holderOf: () => holder, ordersElsewhere: () => [ORDER] },
  )
}
const AT_3: HeldElsewhere = {
  ...{ stationId: 's3', station: 'Bench 3', operator: 'Cy', turn: 0, heldMs: 0 },
  ...{ sinceWallMs: SINCE_MS, tookOver: false },
}

describe('who has an order (H3)', () => {
  it('is said by the hub alone where it answers', () => {
    expect(held({}).holderOf(ORDER)).toBeNull()
    expect(held({}).ordersElsewhere()).toEqual([])
    expect(held({ heldElsewhere: () => AT_3 }).holderOf(ORDER)?.station).toBe('Bench 3')
  })

  it('is said by the stations of an order on this bench until the hub has confirmed it', () => {
    const asked = { onBench: () => ORDER }
    expect(held(asked).holderOf(ORDER)?.station).toBe('Bench 2')
    expect(held(asked).holderOf(ORDER + 1)).toBeNull()
    expect(held({ ...asked, isConfirmed: () => true }).holderOf(ORDER)).toBeNull()
  })

  it('is said by the stations where the hub does not answer, and by a claim that it has refused', () => {
    const away = { decides: () => false }
    expect(held(away).holderOf(ORDER)?.station).toBe('Bench 2')
    expect(held(away).ordersElsewhere()).toEqual([ORDER])
    expect(held({ ...away, heldElsewhere: () => AT_3 }).holderOf(ORDER)?.station).toBe('Bench 3')
  })
})
