import type { Carrier, CarrierNumber } from './carrier'
import type { CheckDigit } from '../scanning/check-digit'
import { carrierKey } from '../shipments/handover'

/**
 * The carriers of a new station: number formats as the carriers publish them, and a check digit only if published.
 * Transit days are the slow end for a domestic parcel; each station may set its own.
 */
export const KNOWN_CARRIERS: readonly Carrier[] = withoutTrucks([
  {
    name: 'UPS',
    inUse: true,
    // A waybill's first letter names the service.
    numbers: numbers('ups', '1Z*{15}#', '[AHJKTV]#{10}'),
    urlTemplate: 'https://www.ups.com/track?tracknum={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'FedEx',
    inUse: true,
    numbers: [
      // Printed below the label's long barcode, which ends with this number; in the old one of 32 digits it is inside.
      ...numbers('fedex', '#{12}', '[012345678]#{19}00(#{12})', '96#{18}00(#{12})', '3#{15}(#{12})#{4}'),
      ...numbers('mod10', '#{15}', '96#{5}(#{15})', '00#{16}'),
    ],
    urlTemplate: 'https://www.fedex.com/fedextrack/?trknbr={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'USPS',
    inUse: true,
    numbers: [
      ...numbers('mod10', '9[12345]#{20}', '9[2345]#{24}', '7#{19}', '03#{18}'),
      // The label's barcode starts with the ZIP code, in five or nine digits.
      ...numbers('mod10', '420#{5}(9[12345]#{20})', '420#{9}(9[12345]#{20})'),
      ...numbers('mod10', '420#{5}(9[2345]#{24})', '420#{9}(9[2345]#{24})'),
      ...numbers('usps20', '71#{18}'),
      ...numbers('s10', '@@#{9}US'),
    ],
    urlTemplate: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'DHL',
    inUse: true,
    numbers: [
      ...numbers('mod7', '#{10}', '#{11}'),
      ...numbers('mod10', '00340#{15}'),
      ...numbers('s10', '@@#{9}DE'),
      // A piece's own number, on the label beside the waybill's.
      ...numbers('none', 'JJD#{9}', 'JJD#{10}', 'J@{3}#{9}', 'J@{3}#{10}'),
    ],
    urlTemplate: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={tracking}',
    transitDays: 3,
    country: 'DE',
  },
  {
    name: 'DPD',
    inUse: true,
    // The label's barcode starts with the postal code and ends with service and country, and a check character that may
    // also follow the number alone.
    numbers: [
      ...numbers('none', '#{14}', '%*{7}(#{14})#{6}'),
      ...numbers('mod37', '(#{14})*', '*{7}(#{14})#{6}*'),
    ],
    urlTemplate: 'https://tracking.dpd.de/status/en_US/parcel/{tracking}',
    transitDays: 2,
    country: 'DE',
  },
  {
    name: 'DHL eCommerce',
    inUse: true,
    numbers: numbers(
      'none',
      ...['GM#{16}', 'GM#{18}', 'GM*{20}', '#{14}'],
      // With the receiver's ZIP code in front.
      ...['420#{5}(GM#{16})', '420#{5}(GM#{18})', '420#{5}(GM*{20})', '420#{9}(GM#{16})', '420#{9}(GM#{18})'],
    ),
    urlTemplate: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id={tracking}',
    transitDays: 5,
    country: 'US',
  },
  {
    name: 'OnTrac',
    inUse: true,
    numbers: numbers('ontrac', '[CD]#{14}'),
    urlTemplate: 'https://www.ontrac.com/tracking/?number={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'LaserShip',
    inUse: true,
    numbers: numbers('none', 'L[AIEHNX][123]#{7}', '1LS7[12]#{10}', '1LS7[12]##01[1234]#{6}-1', '1LSCX*{10}'),
    // LaserShip is part of OnTrac today.
    urlTemplate: 'https://www.ontrac.com/tracking/?number={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'Amazon',
    inUse: true,
    numbers: numbers('none', 'TB[ACM]#{12}', '[AFC]#{10}'),
    urlTemplate: 'https://track.amazon.com/tracking/{tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'GOFO',
    inUse: true,
    numbers: numbers('none', 'GFUS#{14}'),
    urlTemplate: 'https://www.gofoexpress.com/tracking.html?searchID={tracking}',
    transitDays: 5,
    country: 'US',
  },
  {
    name: 'Spee-Dee',
    inUse: true,
    numbers: numbers('none', 'SP#{18}'),
    urlTemplate: '',
    transitDays: 2,
    country: 'US',
  },
  {
    name: 'Old Dominion',
    inUse: true,
    numbers: numbers('luhn', '77[78]#{8}', '072#{8}', '780#{8}', '80#{9}'),
    urlTemplate: '',
    transitDays: 5,
    country: 'US',
  },
  {
    name: 'Landmark Global',
    inUse: true,
    numbers: numbers('none', 'LTN#{8}N1'),
    urlTemplate: 'https://track.landmarkglobal.com/?search={tracking}',
    transitDays: 7,
    country: 'CA',
  },
  {
    name: 'Canada Post',
    inUse: true,
    numbers: [...numbers('mod10', '#{16}'), ...numbers('s10', '@@#{9}CA')],
    urlTemplate: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={tracking}',
    transitDays: 4,
    country: 'CA',
  },
  {
    name: 'Purolator',
    inUse: true,
    numbers: [...numbers('luhn', '[012345]#{11}'), ...numbers('none', '@{3}#{9}')],
    urlTemplate: 'https://www.purolator.com/en/shipping/tracker?pin={tracking}',
    transitDays: 3,
    country: 'CA',
  },
  {
    name: 'Canpar',
    inUse: true,
    numbers: numbers('none', '[CDKLSUXZ]#{21}'),
    urlTemplate: '',
    transitDays: 3,
    country: 'CA',
  },
  {
    name: 'Yodel',
    inUse: true,
    numbers: numbers('none', 'JD#{16}', 'JJD#{16}'),
    urlTemplate: 'https://www.yodel.co.uk/tracking/{tracking}',
    transitDays: 3,
    country: 'GB',
  },
  {
    name: 'YunExpress',
    inUse: true,
    numbers: numbers('none', 'YT#{16}'),
    urlTemplate: 'https://www.yuntrack.com/parcelTracking?id={tracking}',
    transitDays: 10,
    country: 'US',
  },
  {
    name: 'GLS',
    // Plain digits without a published check: FedEx's would match.
    inUse: false,
    numbers: numbers('none', '#{11}', '#{12}'),
    urlTemplate: 'https://gls-group.eu/EU/en/parcel-tracking?match={tracking}',
    transitDays: 2,
    country: 'DE',
  },
  {
    name: 'Royal Mail',
    inUse: true,
    numbers: numbers('s10', '@@#{9}GB'),
    urlTemplate: 'https://www.royalmail.com/track-your-item#/tracking-results/{tracking}',
    transitDays: 3,
    country: 'GB',
  },
  {
    name: 'La Poste',
    inUse: true,
    numbers: [...numbers('s10', '@@#{9}FR'), ...numbers('none', '[68]@#{11}')],
    urlTemplate: 'https://www.laposte.fr/outils/suivre-vos-envois?code={tracking}',
    transitDays: 2,
    country: 'FR',
  },
  {
    name: 'Correos',
    inUse: true,
    numbers: [...numbers('s10', '@@#{9}ES'), ...numbers('none', 'P@*{20}@')],
    urlTemplate:
      'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={tracking}',
    transitDays: 3,
    country: 'ES',
  },
])

/**
 * The carriers of a station, and what it lacks of the known ones: carriers by their names, and formats of their
 * numbers. Nothing that it has changes.
 */
export function withKnown(list: readonly Carrier[]): readonly Carrier[] {
  const known = (name: string) => KNOWN_CARRIERS.find((one) => carrierKey(one.name) === carrierKey(name))
  const grown = list.map((carrier) => {
    const has = new Set(carrier.numbers.map(({ pattern }) => pattern))
    const more = known(carrier.name)?.numbers.filter(({ pattern }) => !has.has(pattern)) ?? []
    return more.length === 0 ? carrier : { ...carrier, numbers: [...carrier.numbers, ...more] }
  })
  const names = new Set(list.map(({ name }) => carrierKey(name)))
  const missing = KNOWN_CARRIERS.filter(({ name }) => !names.has(carrierKey(name)))
  const isSame = missing.length === 0 && grown.every((carrier, index) => carrier === list[index])
  return isSame ? list : [...grown, ...missing]
}

function numbers(check: CheckDigit, ...patterns: readonly string[]): CarrierNumber[] {
  return patterns.map((pattern) => ({ pattern, check }))
}

/** When a truck comes is known to the station alone. */
function withoutTrucks(carriers: readonly Omit<Carrier, 'trucks'>[]): Carrier[] {
  return carriers.map((carrier) => ({ ...carrier, trucks: {} }))
}
