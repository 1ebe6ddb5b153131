import type { Category } from '../../shared/partner-api/category'

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL']
const evens = (from: number, to: number) =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, index) => String(from + index * 2))
const halves = (from: number, to: number) =>
  Array.from({ length: (to - from) * 2 + 1 }, (_, index) => String(from + index / 2))
const whole = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

function branch(id: number, name: string, leaves: readonly string[]): Category {
  return { id, name, children: leaves.map((leaf, index) => ({ id: id + index + 1, name: leaf })) }
}

/**
 * Three levels. Only top-level categories have sizes, as the document says. Bags allow no size, so that each of the
 * three size rules has a category to show it.
 * @see partner-api "Resources / Category"
 */
export const CATEGORY_TREE: readonly Category[] = [
  {
    id: 1000,
    name: "Women's Clothing",
    gender: 'women',
    sizing_type: 'womens_clothing',
    allowed_sizes: { LETTER: LETTERS, US: ['00', ...evens(0, 18)], IT: evens(36, 52) },
    default_size: { scale: 'LETTER', name: 'M' },
    children: [
      branch(1100, 'Dresses', ['Midi Dresses', 'Maxi Dresses', 'Mini Dresses']),
      branch(1200, 'Tops', ['Blouses', 'Sweaters', 'T-Shirts']),
      branch(1300, 'Outerwear', ['Coats', 'Blazers']),
      branch(1400, 'Bottoms', ['Jeans', 'Skirts', 'Trousers']),
    ],
  },
  {
    id: 2000,
    name: "Women's Shoes",
    gender: 'women',
    sizing_type: 'womens_shoes',
    allowed_sizes: { US: halves(5, 11), EU: halves(35, 42) },
    default_size: { scale: 'US', name: '8' },
    children: [
      branch(2100, 'Boots', ['Ankle Boots', 'Knee Boots']),
      branch(2200, 'Heels', ['Pumps', 'Sandals']),
      branch(2300, 'Flats', ['Loafers', 'Sneakers']),
    ],
  },
  {
    id: 3000,
    name: "Men's Clothing",
    gender: 'men',
    sizing_type: 'mens_clothing',
    allowed_sizes: { LETTER: LETTERS, WAIST: whole(28, 40) },
    default_size: { scale: 'LETTER', name: 'L' },
    children: [
      branch(3100, 'Shirts', ['Dress Shirts', 'Polo Shirts']),
      branch(3200, 'Jackets', ['Leather Jackets', 'Parkas']),
      branch(3300, 'Pants', ['Chinos', 'Denim']),
    ],
  },
  {
    id: 4000,
    name: "Men's Shoes",
    gender: 'men',
    sizing_type: 'mens_shoes',
    allowed_sizes: { US: halves(7, 13), EU: whole(40, 47) },
    default_size: { scale: 'US', name: '10' },
    children: [branch(4100, 'Casual', ['Sneakers', 'Boat Shoes']), branch(4200, 'Formal', ['Oxfords'])],
  },
  {
    id: 5000,
    name: 'Bags',
    gender: 'women',
    sizing_type: 'bags',
    allowed_sizes: {},
    children: [
      branch(5100, 'Handbags', ['Totes', 'Crossbody Bags', 'Clutches']),
      branch(5200, 'Travel', ['Backpacks', 'Weekenders']),
    ],
  },
  {
    id: 6000,
    name: 'Accessories',
    gender: 'unisex',
    sizing_type: 'accessories',
    allowed_sizes: { ONE_SIZE: ['OS'], BELT: ['80', '85', '90', '95', '100'] },
    default_size: { scale: 'ONE_SIZE', name: 'OS' },
    children: [branch(6100, 'Soft Accessories', ['Scarves', 'Belts', 'Gloves'])],
  },
]
