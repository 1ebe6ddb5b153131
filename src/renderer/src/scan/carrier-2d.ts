/**
 * The tracking numbers in a carrier's 2D code (MaxiCode, PDF417) by ISO/IEC 15434: `[)>`, then fields between control
 * characters. The rest of it is the receiver's address, which concerns no one here.
 */

const HEADER = /^(\][A-Za-z][0-9A-Za-z])?\[\)>/

const SEPARATORS = /[\u0004\u001C-\u001F]/
const UPS_SHORT = /^1Z[0-9A-Z]{8}$/
const UPS_SHIPPER = /^[0-9A-Z]{6}$/
/** FedEx may add the number of its form. */
const FEDEX = /^(\d{12}|\d{15})(?:\d{4})?$/
const WHOLE_NUMBER = /^(?:1Z[0-9A-Z]{16}|\d{20,34})$/

export function isCarrier2d(text: string): boolean {
  return HEADER.test(text)
}

/** Candidates, best first, each still to be recognized as a carrier's; none without separators. */
export function numbersOf2d(text: string): readonly string[] {
  const fields = text.split(SEPARATORS).map((field) => field.trim())
  return fields.flatMap((field, index) => {
    const [form, carrier, shipper] = [
      fields[index - 1] ?? '',
      fields[index + 1] ?? '',
      fields[index + 2] ?? '',
    ]
    // UPS leaves out of its number what stands in the fields around it: the shipper and the service.
    if (UPS_SHORT.test(field) && carrier === 'UPSN' && UPS_SHIPPER.test(shipper))
      return [`1Z${shipper}${form.slice(-2)}${field.slice(2)}`]
    const [, fedEx] = carrier.startsWith('FDE') ? (FEDEX.exec(field) ?? []) : []
    if (fedEx !== undefined) return [fedEx]
    return WHOLE_NUMBER.test(field) ? [field] : []
  })
}
