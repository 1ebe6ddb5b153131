import { plainHeading } from '../tables/cell-text'
import { matchColumns, type TableFacts } from './csv-columns'

/** Rows of a file in which a product has several: Shopify's. */

/** What Shopify writes in the first row of a product only. */
const OF_PRODUCT: ReadonlySet<string | null> = new Set([
  ...['title', 'description', 'category_id', 'brand_id', 'quality', 'condition_description'],
])
/** What makes a row a variant; a row without has nothing but one more picture of the product. */
const OF_VARIANT: ReadonlySet<string | null> = new Set(['external_id', 'price'])

/**
 * Gives each variant what its product's first row says, and all pictures of the product. Rows that only have a picture
 * go. Other files stay as they are.
 */
export function wholeVariants(headings: readonly string[], { rows, currency }: TableFacts): string[][] {
  const at = (...names: string[]) => headings.findIndex((heading) => names.includes(plainHeading(heading)))
  const [handle, title] = [at('handle', 'urlhandle'), at('title')]
  if (handle < 0 || title < 0) return rows.map((cells) => [...cells])
  const pictures = at('imagesrc', 'productimageurl')
  const columns = matchColumns('create', headings, { rows, currency })
  const indexesOf = (fields: typeof OF_PRODUCT) =>
    columns.flatMap((field, index) => (fields.has(field) ? [index] : []))
  const [ofProduct, ofVariant] = [indexesOf(OF_PRODUCT), indexesOf(OF_VARIANT)]
  const products: string[][][] = []
  for (const cells of rows) {
    const product = products.at(-1)
    const goesOn = cells[handle] !== '' && cells[handle] === product?.[0]?.[handle]
    if (goesOn) product?.push([...cells])
    else products.push([[...cells]])
  }
  return products.flatMap((product) => {
    const [first = []] = product
    const found = product.map((cells) => cells[pictures] ?? '').filter((cell) => cell !== '')
    const variants = product.filter(
      (cells) => cells === first || ofVariant.some((index) => (cells[index] ?? '') !== ''),
    )
    for (const cells of variants) {
      for (const index of ofProduct) cells[index] ||= first[index] ?? ''
      if (pictures >= 0) cells[pictures] = [...new Set(found)].join('|')
    }
    return variants
  })
}
