export type ListedItem = {
  item_number: string
  state: string
  title: string
  external_id: string | null
  price: number
  discount: { max_discount?: { percentage?: number } } | null
}

/** Every item of the account, whatever its state. */
export async function listItems(baseUrl: string, token: string): Promise<ListedItem[]> {
  const states = 'processing,listed,ready_to_delete,deleted,sold'
  const response = await fetch(`${baseUrl}/api/v1.0/items?page_size=200&status=${states}`, {
    headers: { 'x-partner-access-token': token },
  })
  return (await response.json()) as ListedItem[]
}
