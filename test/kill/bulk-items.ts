/** The items that are created by CSV: what they are in the file, and what they must be on the marketplace. */

export type WantedItem = { externalId: string; title: string; priceCents: number; msrpCents: number }

const MSRP_CENTS = 1_000_000

/** A price in steps of ten cents, so that ten percent less is a whole number of cents. */
export function wantedItems(count: number): WantedItem[] {
  return Array.from({ length: count }, (_, place) => ({
    externalId: `BULK-${String(place + 1).padStart(5, '0')}`,
    title: `Canvas tote ${place + 1}`,
    priceCents: 2_000 + 10 * place,
    msrpCents: MSRP_CENTS,
  }))
}

const HEADINGS = 'external_id,title,price,msrp,category_id,brand_id,warehouse_id,quality,photos'

export function csvOfItems(count: number): string {
  const rows = wantedItems(count).map(({ externalId, title, priceCents, msrpCents }) =>
    [
      ...[externalId, title, dollars(priceCents), dollars(msrpCents)],
      '5101,1,1,good,front=https://photos.example.com/1.jpg',
    ].join(','),
  )
  return [HEADINGS, ...rows].join('\n')
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

type ShownItem = {
  item_number: string
  external_id: string | null
  title: string
  price: number
  msrp: number
}

/** Every item that the account lists, or will list, page by page. */
export async function readListed(baseUrl: string, accessToken: string): Promise<ShownItem[]> {
  const items: ShownItem[] = []
  let url: string | null = `${baseUrl}/api/v1.0/items?page_size=200&status=processing,listed`
  while (url !== null) {
    const response: Response = await fetch(url, { headers: { 'x-partner-access-token': accessToken } })
    items.push(...((await response.json()) as ShownItem[]))
    url = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  }
  return items
}
