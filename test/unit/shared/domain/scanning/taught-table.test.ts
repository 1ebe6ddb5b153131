import { expect, it } from 'vitest'
import { taughtRowReader } from '../../../../../src/shared/domain/scanning/taught-table'

const HEAD = ['EAN', 'MPN', 'Your SKU', 'Item number', 'Size']
const read = (...cells: string[]) => taughtRowReader(HEAD)?.(cells)

it('reads the code and the one thing that names the item', () => {
  expect(read('4006381333931', 'Coat', '', '', 'M')).toEqual({
    ...{ code: '04006381333931', by: 'mpn', value: 'COAT', size: 'M' },
  })
  expect(read('tag-7', '', 'Sku-7', '', '')).toEqual({
    ...{ code: 'TAG-7', by: 'externalId', value: 'SKU-7', size: null },
  })
  expect(read('TAG-8', '', '', 'ITM8', '')).toEqual({
    ...{ code: 'TAG-8', by: 'itemNumber', value: 'ITM8', size: null },
  })
})

it.each([
  ['no_code', ['', 'Coat', '', '', '']],
  ['code_spoiled', ['4,00638E+12', 'Coat', '', '', '']],
  ['code_spoiled', ['#N/A', 'Coat', '', '', '']],
  ['no_code_of_item', ['x'.repeat(101), 'Coat', '', '', '']],
  ['no_code_of_item', ['PBXGO', 'Coat', '', '', '']],
  ['no_code_of_item', ['PBXBCDEF', 'Coat', '', '', '']],
  ['no_item', ['TAG', '', '', '', 'M']],
  ['several_items', ['TAG', 'Coat', 'SKU', '', '']],
])('says why it cannot use a row: %s', (kind, row) => {
  expect(read(...row)).toBe(kind)
})

it.each([[['code', 'size']], [['mpn', 'size']], [['kod', 'mpn']], [[]]])(
  'reads nothing without its columns: %j',
  (head) => {
    expect(taughtRowReader(head)).toBeNull()
  },
)

it('finds its columns in every language of the app', () => {
  for (const head of [
    ['Strichcode', 'Herstellernummer'],
    ['Code-barres', 'Référence fabricant'],
    ['Código de barras', 'Referencia'],
  ])
    expect(taughtRowReader(head)?.(['TAG', 'X']), head.join()).toMatchObject({ code: 'TAG', value: 'X' })
})
