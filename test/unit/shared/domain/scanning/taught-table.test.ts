import { expect, it } from 'vitest'
import { readTaughtTable } from '../../../../../src/shared/domain/scanning/taught-table'

const HEAD = ['EAN', 'MPN', 'Your SKU', 'Item number', 'Size']

it('reads the code and the one thing that names the item', () => {
  const read = readTaughtTable([
    HEAD,
    ['4006381333931', 'Coat', '', '', 'M'],
    ['tag-7', '', 'Sku-7', '', ''],
    ['TAG-8', '', '', 'ITM8', ''],
  ])
  expect(read).toEqual({
    isComplete: true,
    problems: [],
    codes: [
      { code: '04006381333931', by: 'mpn', value: 'COAT', size: 'M' },
      { code: 'TAG-7', by: 'externalId', value: 'SKU-7', size: null },
      { code: 'TAG-8', by: 'itemNumber', value: 'ITM8', size: null },
    ],
  })
})

it.each([
  ['no_code', ['', 'Coat', '', '', '']],
  ['code_spoiled', ['4,00638E+12', 'Coat', '', '', '']],
  ['code_spoiled', ['#N/A', 'Coat', '', '', '']],
  ['code_long', ['x'.repeat(501), 'Coat', '', '', '']],
  ['code_known', ['PBXGO', 'Coat', '', '', '']],
  ['no_item', ['TAG', '', '', '', 'M']],
  ['several_items', ['TAG', 'Coat', 'SKU', '', '']],
])('names a row that has a problem, and takes the others: %s', (kind, row) => {
  const read = readTaughtTable([HEAD, row, ['TAG-9', 'Hat', '', '', '']])
  expect(read.problems).toEqual([{ row: 2, kind }])
  expect(read.codes).toEqual([{ code: 'TAG-9', by: 'mpn', value: 'HAT', size: null }])
})

it.each([[['code', 'size']], [['mpn', 'size']], [['kod', 'mpn']], [[]]])(
  'takes nothing without its columns: %j',
  (head) => {
    expect(readTaughtTable([head, ['A', 'B', 'C']])).toEqual({ codes: [], problems: [], isComplete: false })
  },
)

it('finds its columns in every language of the app', () => {
  for (const head of [
    ['Strichcode', 'Herstellernummer'],
    ['Code-barres', 'Référence fabricant'],
    ['Código de barras', 'Referencia'],
  ])
    expect(readTaughtTable([head, ['TAG', 'X']]).codes, head.join()).toHaveLength(1)
})
