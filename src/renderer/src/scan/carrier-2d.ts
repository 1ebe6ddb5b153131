import { GROUP_SEPARATOR } from '../../../shared/domain/scanning/scanned'

/**
 * The tracking numbers in a carrier's 2D code (MaxiCode, PDF417) by ISO/IEC 15434: `[)>`, then fields between control
 * characters. The rest of it is the receiver's address, which concerns no one here.
 */

/** What only such a code has, also where its beginning is missing. */
const TRACE = /\[\)>|[\u0004\u001E]/
const SEPARATORS = /[\u0004\u001C-\u001F]/
const UPS_SHORT = /^1Z[0-9A-Z]{8}$/
const UPS_SHIPPER = /^[0-9A-Z]{6}$/
/** FedEx may add the number of its form. */
const FEDEX = /^(\d{12}|\d{15})(?:\d{4})?$/
const WHOLE_NUMBER = /^(?:1Z[0-9A-Z]{16}|\d{20,34})$/

/**
 * SECURITY: the receiver's address must get neither on the screen nor into the log.
 * @returns the text as it is, if it is of no such code
 */
export function withoutAddress(raw: string): string {
  return TRACE.test(raw) ? '[)>' : raw
}

/**
 * Candidates, best first, each still to be recognized as a carrier's; none without separators.
 * @param groupSeparator what this scanner types for GS, or empty
 */
export function numbersOf2d(text: string, groupSeparator: string): readonly string[] {
  const separated = groupSeparator === '' ? text : text.replaceAll(groupSeparator, GROUP_SEPARATOR)
  const fields = separated.split(SEPARATORS).map((field) => field.trim())
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
