import { expect, it } from 'vitest'
import { problemIn } from '../../../scripts/audit.mjs'

const flaw = (severity: string) => JSON.stringify({ vulnerabilities: { bad: { severity } } })
const signatures = (over: object) => JSON.stringify({ invalid: [], missing: [], ...over })

it.each([
  ['known flaws', flaw('high'), 'known flaws: bad'],
  ['known flaws', flaw('critical'), 'known flaws: bad'],
  ['known flaws', flaw('low'), null],
  ['known flaws', JSON.stringify({ vulnerabilities: {} }), null],
  ['signatures', signatures({}), null],
  [
    'signatures',
    signatures({ missing: [{ name: 'a', version: '1.0.0' }] }),
    expect.stringContaining('a@1.0.0'),
  ],
  [
    'signatures',
    signatures({ invalid: [{ name: 'a', version: '1.0.0' }] }),
    expect.stringContaining('a@1.0.0'),
  ],
] as const)('reads npm’s answer about %s', (what, answer, problem) => {
  expect(problemIn(what, answer)).toEqual(problem)
})

it.each(['', 'npm error', '{"error":{"code":"ENOAUDIT"}}', 'null'])('%o is no answer', (answer) => {
  expect(problemIn('known flaws', answer)).toBeUndefined()
  expect(problemIn('signatures', answer)).toBeUndefined()
})
