import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MUTANTS } from '../../mutants/mutants.mjs'

describe.each(MUTANTS)('mutant: $breaks', ({ file, from, to, by }) => {
  it('changes exactly one place of its file', () => {
    expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  })

  it('names tests that exist', () => {
    expect(by.filter((test) => !existsSync(test))).toEqual([])
    expect(by).not.toEqual([])
  })
})
