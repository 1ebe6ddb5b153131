import { expect, it } from 'vitest'
import { csvOf, tableStyleOf, withoutGuard } from '../../../../../src/shared/domain/statistics/csv'

const ENGLISH = tableStyleOf('en')
const fields = (...row: (string | number)[]) => csvOf([row], ENGLISH).slice(1)

it('begins with a byte order mark, and ends every line as RFC 4180 says', () => {
  expect(
    csvOf(
      [
        ['Mitarbeiter', 'Artikel'],
        ['Jörg', 3],
      ],
      ENGLISH,
    ),
  ).toBe('\uFEFFMitarbeiter,Artikel\r\nJörg,3\r\n')
  expect(csvOf([], ENGLISH)).toBe('\uFEFF')
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
  expect(withoutGuard(field.replace(/^"|"?,1\r\n$/g, ''))).toBe(cell)
})

it('guards a formula that is quoted too', () => {
  expect(fields('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
})

it.each([
  ['en', "1234.5,-0.25,'-5,a.b\r\n"],
  ['en-GB', "1234.5,-0.25,'-5,a.b\r\n"],
  ['de', "1234,5;-0,25;'-5;a.b\r\n"],
  ['fr', "1234,5;-0,25;'-5;a.b\r\n"],
  ['es', "1234,5;-0,25;'-5;a.b\r\n"],
  ['es-MX', "1234.5,-0.25,'-5,a.b\r\n"],
])('is written as Excel reads it in %s', (locale, line) => {
  expect(csvOf([[1234.5, -0.25, '-5', 'a.b']], tableStyleOf(locale)).slice(1)).toBe(line)
})

it.each(["'=1", "''+1"])('%o, which looks guarded already, gets one apostrophe more', (text) => {
  expect(fields(text)).toBe(`'${text}\r\n`)
})

/** The cells of a file as a program splits it that takes another mark, and quotes inside of a cell, for what they look. */
const torn = (file: string) => file.split(/[,;\t\r\n]+/).map((cell) => cell.replace(/^"+/, ''))

it.each([
  ...['x;=1+1;', 'x,=1+1,', 'x\t=1+1', 'x\n=1+1', 'x\r\n@SUM(A1)', 'x;"=1+1', 'x";=1+1;"', 'x;;-1', "x;''=1"],
  ...['x;＝1+1', ';=1', '"=1+1;2"'],
])('%o is no formula either where another mark separates cells, and is read back as it was', (text) => {
  for (const locale of ['en', 'de']) {
    const file = csvOf([['a', text, 'b']], tableStyleOf(locale)).slice(1)
    expect(torn(file).filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
    const cell = file.slice(2, -4).replace(/^"|"$/g, '').replaceAll('""', '"')
    expect(withoutGuard(cell)).toBe(text)
  }
})

it.each(['Wool, -20 %', 'two\r\n\r\nlines', '3-piece; red'])('%o gets no apostrophe', (text) => {
  expect(fields(text)).not.toContain("'")
})
