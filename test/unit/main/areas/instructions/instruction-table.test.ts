import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  changeInstructionTable,
  readInstructionTable,
} from '../../../../../src/main/areas/instructions/instruction-table'
import { MOST_INSTRUCTIONS } from '../../../../../src/shared/domain/orders/instruction'
import type { InstructionEdit } from '../../../../../src/shared/domain/orders/instruction-table'
import { tempDir } from '../../../../support/temp-dir'

/** Changes of one row in a table as a spreadsheet has saved it. */

const RIBBON = { sku: 'B', condition: null, text: 'Ribbon', picture: null, confirm: false }
const utf8 = (text: string) => Buffer.from(text)

function change(bytes: Buffer, edit: InstructionEdit): Buffer {
  const path = join(tempDir(), 'instructions.csv')
  writeFileSync(path, bytes)
  return changeInstructionTable(path, readInstructionTable(path).seen, edit).content
}
const changed = (text: string, edit: InstructionEdit) => change(utf8(text), edit).toString()
const why = (bytes: Buffer, edit: InstructionEdit) => {
  try {
    return change(bytes, edit).toString()
  } catch (error) {
    return (error as { fields?: Record<string, string> }).fields?.['file']
  }
}

const SHEET = [
  '\uFEFFNote;SKU;Instruction;Confirm\r\n',
  'since May;="0017";"Tie it;\r\nthen ""knot"" it";ja\r\n',
  '\r\n',
  '"quoted";b;5" box;\r\n',
  ';B;Second of b;nein\r\n',
  ';;;\r\n',
]

describe('of a table with quotes, line breaks, blank rows and a column of its own', () => {
  it('changes the row, and no byte of another', () => {
    const rows = SHEET.with(3, 'quoted;b;"Ribbon; and a card";ja\r\n')
    const instruction = { ...RIBBON, sku: 'b', text: 'Ribbon; and a card', confirm: true }
    expect(changed(SHEET.join(''), { row: 4, instruction })).toBe(rows.join(''))
  })

  it('leaves a cell that means the same as it is written', () => {
    const instruction = { ...RIBBON, sku: '0017', text: 'Two\n"lines"', confirm: true }
    expect(changed(SHEET.join(''), { row: 2, instruction })).toBe(
      SHEET.with(1, 'since May;"=""0017""";"Two\n""lines""";ja\r\n').join(''),
    )
  })

  it('tells rows with the same key apart', () => {
    expect(changed(SHEET.join(''), { row: 5, instruction: { ...RIBBON, text: 'Third' } })).toBe(
      SHEET.with(4, ';B;Third;nein\r\n').join(''),
    )
  })

  it('adds a row at the end', () => {
    expect(changed(SHEET.join(''), { row: null, instruction: { ...RIBBON, confirm: true } })).toBe(
      `${SHEET.join('')};B;Ribbon;ja\r\n`,
    )
  })

  it('removes a row', () => {
    expect(changed(SHEET.join(''), { row: 2, instruction: null })).toBe(SHEET.toSpliced(1, 1).join(''))
  })
})

test('a last line without an end gets one only if a row follows it', () => {
  const table = 'sku\ttext\nA\tWrap\nB\tBox'
  expect(changed(table, { row: 3, instruction: RIBBON })).toBe('sku\ttext\nA\tWrap\nB\tRibbon')
  expect(changed(table, { row: null, instruction: { ...RIBBON, sku: 'C' } })).toBe(`${table}\nC\tRibbon\n`)
})

test('a row that is shorter than the headings gets the cells that it needs', () => {
  const table = 'sku,text,condition,picture\nB,Box\n'
  const instruction = { ...RIBBON, text: 'Box', picture: 'a.png' }
  expect(changed(table, { row: 2, instruction })).toBe('sku,text,condition,picture\nB,Box,,a.png\n')
})

test('a text that a spreadsheet would run is guarded, and read as it was typed', () => {
  const instruction = { ...RIBBON, text: '=1+1' }
  expect(changed('sku,text\nB,Box\n', { row: 2, instruction })).toBe("sku,text\nB,'=1+1\n")
})

test.each(['0017', '4006381333931', '1E5', 'MAR-1', '1/2'])(
  'a code that a spreadsheet would save otherwise is kept from it: %s',
  (sku) => {
    const path = join(tempDir(), 'instructions.csv')
    const table = changed('sku,text\nB,Box\n', { row: null, instruction: { ...RIBBON, sku } })
    expect(table).toBe(`sku,text\nB,Box\n"=""${sku}""",Ribbon\n`)
    writeFileSync(path, table)
    expect(readInstructionTable(path).instructions).toMatchObject([{ sku: 'B' }, { sku }])
  },
)

describe('the letters of the file stay', () => {
  const TABLE = 'sku;text\r\nA;Schön einpacken\r\nB;Größe prüfen\r\n'
  const wanted = TABLE.replace('Größe prüfen', 'Für Öl')
  const instruction = { ...RIBBON, text: 'Für Öl' }
  const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

  it.each([
    ['UTF-8', utf8],
    ['UTF-16', wide],
    ['UTF-16, the other way round', (text: string) => wide(text).swap16()],
    ['Windows', (text: string) => Buffer.from(text, 'latin1')],
    ['a line that names the mark', (text: string) => utf8(`\uFEFFsep=;\r\n${text}`)],
  ])('%s', (_name, bytesOf) => {
    expect(change(bytesOf(TABLE), { row: 3, instruction })).toEqual(bytesOf(wanted))
  })

  it('also the marks that only Windows has there', () => {
    const table = Buffer.concat([Buffer.from(TABLE, 'latin1'), Buffer.from('C;Alt\r\n')])
    // € – ’ “ ”
    const marks = Buffer.from([0x80, 0x20, 0x96, 0x20, 0x92, 0x20, 0x93, 0x41, 0x94])
    const text = '€ – ’ “A”'
    expect(change(table, { row: 4, instruction: { ...RIBBON, sku: 'C', text } })).toEqual(
      Buffer.concat([Buffer.from(`${TABLE}C;`, 'latin1'), marks, Buffer.from('\r\n')]),
    )
  })

  it('and the first ones beyond ASCII bring the mark of UTF-8 with them', () => {
    const edit = { row: 2, instruction: { ...RIBBON, text: 'Für Öl' } }
    expect(changed('sku,text\nB,Box\n', edit)).toBe('\uFEFFsku,text\nB,Für Öl\n')
    // A file that has some without the mark stays without it.
    expect(changed('sku,text\nB,Öl\n', edit)).toBe('sku,text\nB,Für Öl\n')
  })

  it('so a character that they do not have is refused', () => {
    const table = Buffer.from(TABLE, 'latin1')
    expect(why(table, { row: 3, instruction: { ...RIBBON, text: 'Schleife → oben' } })).toBe('letters')
  })

  it('and a broken character of another row is not mended', () => {
    const table = Buffer.concat([utf8('\uFEFFsku,text\nA,'), Buffer.from([0xff]), utf8('\nB,Box\n')])
    expect(why(table, { row: 3, instruction: RIBBON })).toBe('letters')
  })
})

describe('is refused', () => {
  it.each([
    ['no_columns', 'item,text\nB,Box\n'],
    ['broken', 'sku,text\nB,"Box\n'],
    ['not_csv', '<html><table>'],
  ])('as %s', (code, table) => {
    expect(why(utf8(table), { row: 2, instruction: RIBBON })).toBe(code)
  })

  it('if it needs a column that the table does not have', () => {
    const table = utf8('sku,text\nB,Box\n')
    for (const over of [{ picture: 'a.png' }, { condition: 'fair' }, { confirm: true }])
      expect(why(table, { row: 2, instruction: { ...RIBBON, ...over } })).toBe('no_columns')
  })

  it('if the row is no instruction', () => {
    for (const row of [1, 3, 9])
      expect(why(utf8('sku,text\nB,Box\nC,\n'), { row, instruction: null })).toBe('changed')
  })

  it.each(['1.5E3', '#REF!'])('for a code that would be read as spoiled: %s', (sku) => {
    expect(why(utf8('sku,text\n'), { row: null, instruction: { ...RIBBON, sku } })).toBe('spoiled')
  })

  it('if the row would get another code or condition', () => {
    const table = utf8('sku,text,condition\nB,Box,fair\n')
    for (const over of [{ sku: 'C' }, { condition: null }]) {
      const instruction = { ...RIBBON, condition: 'fair', ...over }
      expect(why(table, { row: 2, instruction })).toBe('changed')
    }
  })

  it('if the rows would be read otherwise', () => {
    // Only the last row tells that the columns end at commas.
    const table = utf8('x;y;z,sku,text\n1;2;3,A,Box\n,B,Box\n')
    expect(why(table, { row: 3, instruction: null })).toBe('misread')
  })

  it('above the largest number', () => {
    const table = utf8(`sku,text\n${'B,Box\n'.repeat(MOST_INSTRUCTIONS)}`)
    expect(why(table, { row: null, instruction: RIBBON })).toBe('too_many')
  })

  it('if the file is not as it was seen', () => {
    const path = join(tempDir(), 'instructions.csv')
    const add = (seen: string | null) => () =>
      changeInstructionTable(path, seen, { row: null, instruction: RIBBON })
    expect(add('a'.repeat(64))).toThrow(/changed/)
    const { seen } = readInstructionTable(path)
    writeFileSync(path, 'sku,text\n')
    expect(add(seen)).toThrow(/changed/)
  })
})

test('the first instruction begins a table with a byte-order mark and all columns', () => {
  const path = join(tempDir(), 'instructions.csv')
  const { content, before } = changeInstructionTable(path, null, { row: null, instruction: RIBBON })
  expect(content.toString()).toBe('\uFEFFsku,condition,text,picture,confirm\r\nB,,Ribbon,,\r\n')
  expect(before).toBeNull()
})
