import { describe, expect, it } from 'vitest'
import {
  categoryIn,
  isLeaf,
  leavesOf,
  searchTree,
  SIZE_PROBLEMS,
  sizeProblem,
} from '../../../../../src/shared/domain/items/category'
import type { Category } from '../../../../../src/shared/partner-api/category'

const SIZES = { US: ['S', 'M'], EU: ['36', '38'] }
const TREE: Category[] = [
  {
    id: 1,
    name: 'Women',
    gender: 'female',
    sizing_type: 'standard',
    allowed_sizes: SIZES,
    default_size: { scale: 'US', name: 'M' },
    children: [
      {
        id: 11,
        name: 'Tops',
        children: [
          { id: 111, name: 'Shirts' },
          { id: 112, name: 'Knits' },
        ],
      },
      { id: 12, name: 'Shoes', allowed_sizes: { EU: ['40'] }, children: [{ id: 121, name: 'Boots' }] },
    ],
  },
  { id: 2, name: 'Gift cards' },
  { id: 3, name: 'Nothing yet', children: [] },
]

describe('a leaf', () => {
  it.each([
    ['no children field', { id: 1, name: 'a' }, true],
    ['null', { id: 1, name: 'a', children: null }, true],
    ['children', { id: 1, name: 'a', children: [{ id: 2, name: 'b' }] }, false],
    // The document: "Only leaf categories (no children field)".
    ['an empty list', { id: 1, name: 'a', children: [] }, false],
  ])('%s', (_, category, leaf) => {
    expect(isLeaf(category)).toBe(leaf)
  })
})

describe('the leaves of a tree', () => {
  const leaves = leavesOf(TREE)

  it("come in the tree's order with their path", () => {
    expect(leaves.map(({ id, path }) => [id, path.join(' > ')])).toEqual([
      [111, 'Women > Tops > Shirts'],
      [112, 'Women > Tops > Knits'],
      [121, 'Women > Shoes > Boots'],
      [2, 'Gift cards'],
    ])
  })

  it('inherit the fields that nested categories lack', () => {
    expect(leaves[0]).toEqual({
      id: 111,
      name: 'Shirts',
      path: ['Women', 'Tops', 'Shirts'],
      gender: 'female',
      sizingType: 'standard',
      allowedSizes: SIZES,
      defaultSize: { scale: 'US', name: 'M' },
    })
  })

  it('inherit from the nearest ancestor that has the field', () => {
    expect(leaves[2]).toMatchObject({ allowedSizes: { EU: ['40'] }, sizingType: 'standard' })
  })

  it('have nothing if no ancestor has it', () => {
    expect(leaves[3]).toMatchObject({ gender: null, sizingType: null, allowedSizes: null, defaultSize: null })
  })

  it('of no tree are none', () => {
    expect(leavesOf([])).toEqual([])
  })
})

describe('the three size rules', () => {
  const sized = { allowedSizes: SIZES, sizingType: null }
  const typed = { allowedSizes: SIZES, sizingType: 'standard' }
  const unsized = { allowedSizes: null, sizingType: null }

  it.each([
    ['a member', sized, { scale: 'US', name: 'M' }, null],
    ['a member of the other scale', sized, { scale: 'EU', name: '36' }, null],
    ['another name', sized, { scale: 'US', name: 'XXL' }, 'notAllowed'],
    ['a name of the other scale', sized, { scale: 'US', name: '36' }, 'notAllowed'],
    ['another scale', sized, { scale: 'UK', name: 'M' }, 'notAllowed'],
    ['a scale that every object has', sized, { scale: 'constructor', name: 'M' }, 'notAllowed'],
    ['the prototype as a scale', sized, { scale: '__proto__', name: 'M' }, 'notAllowed'],
    ['none where one is demanded', sized, undefined, 'empty'],
    ['none where none is demanded', unsized, undefined, null],
    ['none where no scale is allowed', { allowedSizes: {}, sizingType: null }, undefined, null],
    ['one where none is allowed', unsized, { scale: 'US', name: 'M' }, 'notAllowed'],
    ['with its type', typed, { scale: 'US', name: 'M', type: 'standard' }, null],
    ['without its type', typed, { scale: 'US', name: 'M' }, 'typeEmpty'],
    ['with an empty type', typed, { scale: 'US', name: 'M', type: '' }, 'typeEmpty'],
    ['not allowed and without its type', typed, { scale: 'US', name: 'XXL' }, 'notAllowed'],
  ] as const)('%s', (_, leaf, size, problem) => {
    expect(sizeProblem(leaf, size)).toBe(problem === null ? null : SIZE_PROBLEMS[problem])
  })

  it('use the document’s messages verbatim', () => {
    expect(SIZE_PROBLEMS).toEqual({
      notAllowed: 'size: not allowed for this category',
      empty: 'size: cannot be empty for this category',
      typeEmpty: 'size.type: cannot be empty for this category',
    })
  })
})

describe('the tree', () => {
  it('gives a category at any level with what it inherits', () => {
    expect(categoryIn(TREE, 11)?.here).toMatchObject({
      path: ['Women', 'Tops'],
      gender: 'female',
      sizingType: 'standard',
      allowedSizes: SIZES,
    })
    expect(categoryIn(TREE, 121)?.here).toMatchObject({ allowedSizes: { EU: ['40'] } })
    expect(categoryIn(TREE, 2)?.node).toBe(TREE[1])
    expect(categoryIn(TREE, 4)).toBeNull()
  })

  it.each<[string, number[]]>([
    ['', [1, 11, 111, 112, 12, 121, 2, 3]],
    ['  ', [1, 11, 111, 112, 12, 121, 2, 3]],
    // Children of what is found stay, others go; words may be of different levels, in any order.
    ['tops', [1, 11, 111, 112]],
    ['SHIRT women', [1, 11, 111]],
    ['Women › Tops › Knits', [1, 11, 112]],
    ['112', [1, 11, 112]],
    ['gift', [2]],
    ['tops gift', []],
  ])('finds %j', (search, ids) => {
    expect(idsOf(searchTree(TREE, search))).toEqual(ids)
  })

  function idsOf(tree: readonly Category[]): number[] {
    return tree.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])])
  }
})
