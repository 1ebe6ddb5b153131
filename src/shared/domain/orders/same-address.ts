import { spelled, type Address } from './order-change'

/**
 * One text for each place that a parcel can go to: two orders with the same text may go in one box. All fields of the address count,
 * those that a marketplace begins to show, too: a country that differs is another place.
 * @returns `null` if the address names no person, no street, or no town: nothing is the same as that
 */
export function addressKey(address: Address | null | undefined): string | null {
  const fields = Object.entries(address ?? {}).map(([name, value]) => [name, spelled(value)] as const)
  const written = new Map(fields.filter(([, text]) => text !== ''))
  const isWhole = written.has('name') && written.has('line1') && (written.has('zip5') || written.has('city'))
  if (!isWhole) return null
  return JSON.stringify([...written].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
