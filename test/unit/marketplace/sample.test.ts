import { describe, expect, test } from 'vitest'
import { leavesOf, sizeProblem } from '../../../src/shared/domain/items/category'
import { createItemRequest } from '../../../src/marketplace/bodies'
import { inventModel } from '../../../src/marketplace/sample/catalog'
import { CATEGORY_TREE } from '../../../src/marketplace/sample/categories'
import { inventBuyer } from '../../../src/marketplace/sample/people'
import { seededRandom } from '../../../src/marketplace/sample/random'

const leaves = leavesOf(CATEGORY_TREE)

describe('sample catalog', () => {
  test('every model passes the create endpoint', () => {
    const random = seededRandom(1)
    for (let index = 0; index < 500; index++) {
      const model = inventModel(random)
      const leaf = leaves.find(({ id }) => id === model.category_id)
      if (leaf === undefined) throw new Error(`${model.category_id} is not a leaf`)
      const size =
        model.size === null ? undefined : (JSON.parse(model.size) as { scale: string; name: string })
      expect(sizeProblem(leaf, size)).toBeNull()
      createItemRequest.parse({
        ...model,
        with_tag: model.with_tag === 1,
        warehouse_id: 1,
        discount: JSON.parse(model.discount ?? 'null') as unknown,
        size: size ?? null,
        attributes: JSON.parse(model.attributes ?? 'null') as unknown,
        photos: JSON.parse(model.photos) as unknown,
      })
    }
  })

  test('every leaf has texts of its own', () => {
    const random = seededRandom(2)
    const titles = Array.from({ length: 3000 }, () => inventModel(random))
    for (const leaf of leaves) {
      const [title] = titles.filter((model) => model.category_id === leaf.id).map((model) => model.title)
      expect(title, leaf.path.join(' > ')).toBeDefined()
      expect(title).not.toContain('Classic')
    }
  })

  test('buyers cannot be real', () => {
    const random = seededRandom(3)
    for (let index = 0; index < 300; index++) {
      const buyer = inventBuyer(random)
      expect(buyer.email).toMatch(/^[a-z.-]+@example\.com$/)
      expect(buyer.phone_number).toMatch(/^\+1 \d{3} 555 01\d\d$/)
    }
  })
})

test('the generator is even and repeats itself', () => {
  const values = (seed: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: 10_000 }, () => random.int(1, 4))
  }
  const counts = [1, 2, 3, 4].map((face) => values(9).filter((value) => value === face).length)
  for (const count of counts) expect(Math.abs(count - 2_500)).toBeLessThan(200)
  expect(values(9)).toEqual(values(9))
  expect(() => seededRandom(1).pick([])).toThrow('Nothing to pick from')
})
