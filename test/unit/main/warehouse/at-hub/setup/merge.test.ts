import { describe, expect, it } from 'vitest'
import { mergeSetup } from '../../../../../../src/main/warehouse/at-hub/setup/merge'

const IDLE = 'lock.idleMinutes'

describe('what a station takes over from the setup', () => {
  it.each([
    ['a value that it never took', 3, undefined, 7, 7],
    ['a value that nobody changed here', 3, 3, 7, 7],
    ['not what was changed here', 4, 3, 7, 4],
    ['nothing where both say the same', 7, 3, 7, 7],
  ])('%s', (_case, local, base, setup, taken) => {
    const before = base === undefined ? {} : { [IDLE]: base }
    const merged = mergeSetup({ [IDLE]: setup }, { [IDLE]: local }, before)
    expect({ [IDLE]: local, ...merged.changed }).toEqual({ [IDLE]: taken })
    expect(merged.base).toEqual({ [IDLE]: setup })
  })

  it('leaves a change alone that sets what an earlier setup said', () => {
    const seen = mergeSetup({ [IDLE]: 7 }, { [IDLE]: 4 }, { [IDLE]: 3 })
    expect(mergeSetup({ [IDLE]: 7 }, { [IDLE]: 3 }, seen.base).changed).toEqual({})
  })

  it('follows again where a person wants it', () => {
    const names = new Set([IDLE])
    expect(mergeSetup({ [IDLE]: 7 }, { [IDLE]: 4 }, { [IDLE]: 3 }, names).changed).toEqual({ [IDLE]: 7 })
  })

  it('takes what does not exist here, and keeps what the setup does not name', () => {
    const merged = mergeSetup({ a: 1 }, { b: 2 }, { a: 1, b: 1 })
    expect(merged).toEqual({ changed: { a: 1 }, base: { a: 1, b: 1 } })
  })
})
