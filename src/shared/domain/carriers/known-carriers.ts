import type { Carrier, CarrierNumber } from './carrier'
import type { CheckDigit } from '../scanning/check-digit'

/**
 * The carriers of a new station: number formats as the carriers publish them, and a check digit only if published.
 * Transit days are the slow end for a domestic parcel; each station may set its own.
 */
export const KNOWN_CARRIERS: readonly Carrier[] = [
  {
    name: 'UPS',
    inUse: true,
    numbers: numbers('ups', '1Z*{15}#'),
    urlTemplate: 'https://www.ups.com/track?tracknum={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'FedEx',
    inUse: true,
    numbers: [
      // Printed below the label's long barcode, which ends with this number.
      ...numbers('fedex', '#{12}', '100#{17}00(#{12})', '96#{18}00(#{12})'),
      ...numbers('mod10', '#{15}', '96#{5}(#{15})'),
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
      ...numbers('s10', '@@#{9}US'),
    ],
    urlTemplate: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={tracking}',
    transitDays: 3,
    country: 'US',
  },
  {
    name: 'DHL',
    inUse: true,
    numbers: [...numbers('mod7', '#{10}'), ...numbers('mod10', '00340#{15}'), ...numbers('s10', '@@#{9}DE')],
    urlTemplate: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={tracking}',
    transitDays: 3,
    country: 'DE',
  },
  {
    name: 'DPD',
    inUse: true,
    // The label's barcode starts with the postal code and ends with service and country.
    numbers: numbers('none', '#{14}', '%*{7}(#{14})#{6}'),
    urlTemplate: 'https://tracking.dpd.de/status/en_US/parcel/{tracking}',
    transitDays: 2,
    country: 'DE',
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
]

function numbers(check: CheckDigit, ...patterns: readonly string[]): CarrierNumber[] {
  return patterns.map((pattern) => ({ pattern, check }))
}
