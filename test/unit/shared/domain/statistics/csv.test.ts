import { expect, it } from 'vitest'
import { csvOf } from '../../../../../src/shared/domain/statistics/csv'

const fields = (...row: (string | number)[]) => csvOf([row]).slice(1)

it('begins with a byte order mark, and ends every line as RFC 4180 says', () => {
  expect(
    csvOf([
      ['Mitarbeiter', 'Artikel'],
      ['Jörg', 3],
    ]),
  ).toBe('\uFEFFMitarbeiter,Artikel\r\nJörg,3\r\n')
  expect(csvOf([])).toBe('\uFEFF')
})

it.each([
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' padded ', '" padded "'],
  ['', ''],
  [-3.5, '-3.5'],
])('%o is written as %s', (cell, field) => expect(fields(cell, 1)).toBe(`${field},1\r\n`))

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])('%o stays text', (cell) => {
  const field = fields(cell, 1)
  expect(field).toMatch(/^"?'/)
  expect(field).toContain(cell)
})

it('guards a formula that is quoted too', () => {
  expect(fields('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
})
