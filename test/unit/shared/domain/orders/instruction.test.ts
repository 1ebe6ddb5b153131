import { describe, expect, it } from 'vitest'
import {
  foundBy,
  instructionIndex,
  instructionsOpen,
  readInstructions,
  sameInstructions,
  MOST_INSTRUCTION_TEXT,
  MOST_INSTRUCTIONS,
} from '../../../../../src/shared/domain/orders/instruction'

const HEAD = ['SKU', ' Condition ', 'text', 'picture', 'confirm']
const ITEM = { itemNumber: 'M1', externalId: 'Bag-1', mpn: null, quality: 'very_good' }

describe('the table', () => {
  it('is read by the names of its columns, in any order and capitals', () => {
    const { instructions, problems, missing, unknown } = readInstructions([
      ['confirm', 'Text', 'sku', 'note'],
      ['YES', ' Put the certificate in ', 'BAG-1', 'since May'],
      ['', 'Bubble wrap', 'M2'],
      ['', '', '', ''],
    ])
    expect(instructions).toEqual([
      { sku: 'BAG-1', condition: null, text: 'Put the certificate in', picture: null, confirm: true, row: 2 },
      { sku: 'M2', condition: null, text: 'Bubble wrap', picture: null, confirm: false, row: 3 },
    ])
    expect({ problems, missing, unknown }).toEqual({ problems: [], missing: [], unknown: ['note'] })
  })

  it('names each row that it cannot use, and uses the others', () => {
    const { instructions, problems } = readInstructions([
      HEAD,
      ['', '', 'For what?', '', ''],
      ['A', '', '', 'a.png', ''],
      ['A', '', 'x'.repeat(MOST_INSTRUCTION_TEXT + 1), '', ''],
      ['A', '', 'x'.repeat(MOST_INSTRUCTION_TEXT), '', 'perhaps'],
      ['', 'Fair', 'Show the flaw', 'flaw.png', 'no'],
    ])
    expect(problems).toEqual([
      { row: 2, kind: 'no_item' },
      { row: 3, kind: 'no_text' },
      { row: 4, kind: 'text_long' },
      { row: 5, kind: 'confirm_unclear' },
    ])
    expect(instructions).toEqual([
      { sku: null, condition: 'Fair', text: 'Show the flaw', picture: 'flaw.png', confirm: false, row: 6 },
    ])
  })

  it('is not used without its two columns', () => {
    const rows = [
      ['item', 'text'],
      ['A', 'Wrap'],
    ]
    expect(readInstructions(rows)).toEqual({
      ...{ instructions: [], problems: [], columns: ['text'] },
      ...{ missing: ['sku'], unknown: ['item'] },
    })
    expect(readInstructions([]).missing).toEqual(['sku', 'text'])
  })

  it.each([
    ['Eigene Nummer', 'Zustand', 'Anweisung', 'Bild', 'Bestätigen', 'WAHR'],
    ['Référence', 'État', 'Consigne', 'Image', 'Confirmer', 'oui'],
    ['Referencia', 'Estado', 'Instrucción', 'Imagen', 'Confirmar', 'sí'],
  ])('is read with the headings %s, %s, %s', (sku, condition, text, picture, confirm, yes) => {
    const { instructions, missing, unknown } = readInstructions([
      [sku, condition, text, picture, confirm],
      ['="0017"', 'Fair', "'-- fragile --", 'a.png', yes],
    ])
    expect(instructions).toEqual([
      { sku: '0017', condition: 'Fair', text: '-- fragile --', picture: 'a.png', confirm: true, row: 2 },
    ])
    expect([...missing, ...unknown]).toEqual([])
  })

  it('takes no number that a spreadsheet has spoiled for an SKU', () => {
    const rows = ['3.65275E+11', '#REF!'].map((sku) => [sku, '', 'Wrap', '', ''])
    const { instructions, problems } = readInstructions([HEAD, ...rows])
    expect(instructions).toEqual([])
    expect(problems.map(({ kind }) => kind)).toEqual(['sku_spoiled', 'sku_spoiled'])
  })

  it('names the rows above the largest number', () => {
    const rows = Array.from({ length: MOST_INSTRUCTIONS + 1 }, (_, index) => [
      `S${index}`,
      '',
      'Wrap',
      '',
      '',
    ])
    const { instructions, problems } = readInstructions([HEAD, ...rows])
    expect(instructions).toHaveLength(MOST_INSTRUCTIONS)
    expect(problems).toEqual([{ row: MOST_INSTRUCTIONS + 2, kind: 'too_many' }])
  })
})

describe('the instructions for an item', () => {
  const find = instructionIndex(
    readInstructions([
      HEAD,
      ['', 'Very good', 'Polish it', '', ''],
      ['bag-1', '', 'Ribbon', 'ribbon.png', 'yes'],
      ['m1', '', 'By its number', '', ''],
      ['BAG-1', 'fair', 'Show the flaw', '', ''],
      ['other', '', 'Not this one', '', ''],
    ]).instructions,
  )
  const texts = (over: Partial<typeof ITEM> = {}) => find({ ...ITEM, ...over }).map(({ text }) => text)

  it('are those of any of its codes and of its grade, in the order of the table', () => {
    expect(texts()).toEqual(['Polish it', 'Ribbon', 'By its number'])
    expect(texts({ quality: 'FAIR' })).toEqual(['Ribbon', 'By its number', 'Show the flaw'])
    expect(find(ITEM)[1]).toMatchObject({ text: 'Ribbon', picture: 'ribbon.png', confirm: true, row: 3 })
  })

  it('are each there once, even if two of its codes are the same', () => {
    expect(find({ itemNumber: 'BAG-1', externalId: 'bag-1', mpn: 'Bag-1', quality: null })).toHaveLength(1)
  })

  it('are none for an item that is not named', () => {
    expect(find({ itemNumber: null, externalId: null, mpn: null, quality: null })).toEqual([])
  })
})

describe('the code by which an item has an instruction', () => {
  it.each([
    ['M1', 'item_number'],
    ['bag-1', 'sku'],
    ['b/1', 'mpn'],
    [null, 'condition'],
  ])('for the row of %s is its %s', (sku, by) => {
    expect(foundBy({ sku }, { ...ITEM, mpn: 'B/1' })).toBe(by)
  })
})

describe('what is still to be confirmed', () => {
  const asks = (text: string, confirm = true) => [{ text, picture: null, confirm }]
  const LINES = [
    { lineId: 1, instructions: asks('Ribbon') },
    { lineId: 2, instructions: asks('Only to know', false) },
    { lineId: 3, instructions: asks('Ribbon') },
    { lineId: 4, instructions: asks('Certificate') },
    { lineId: 5, instructions: [] },
  ]

  it('is what was chosen, in that order, less what was confirmed', () => {
    expect(instructionsOpen(LINES, [4, 2, 5, 1], new Set())).toEqual([4, 1])
    expect(instructionsOpen(LINES, [4, 2, 5, 1], new Set([4]))).toEqual([1])
    expect(instructionsOpen(LINES, [2, 5], new Set())).toEqual([])
  })

  it('is one for several pieces of an item', () => {
    expect(sameInstructions(LINES, 3)).toEqual([1, 3])
    expect(sameInstructions(LINES, 4)).toEqual([4])
  })
})
