import type { Preferences } from '../../shared/contract/preferences'
import type { Locale } from '../../shared/domain/locale'
import type { PrintDocument, PrintOutcome } from '../../shared/contract/print'
import { commandSheet } from '../print/command-sheet'
import { loadBarcodes } from '../print/barcode'
import type { Layout } from '../print/layout'
import { packingSlip } from '../print/packing-slip'
import type { Printing, PrintPage } from '../printing'
import { StationError } from '../station-error'
import { findShipment } from '../store/shipments'
import { openOrder } from './open-order'
import { readStationSettings } from './settings'
import type { Station } from './station'

/** What printing needs besides the account. */
export type PrintDeps = { printing: Printing; preferences: Preferences['printing'] }

type Source = Pick<Station, 'db' | 'seal'>

/**
 * Prints a document as this PC is set up.
 * @throws StationError `shipment_not_found`, `nothing_to_print` (the shipment is canceled), `no_printer`, `printer_refused`
 */
export async function printDocument(
  station: Source,
  { printing, preferences }: PrintDeps,
  { document, locale }: { document: PrintDocument; locale: Locale },
): Promise<PrintOutcome> {
  const { printer, paper, pricesOnSlip } = preferences
  const timeZone = readStationSettings(station).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const layout: Layout = { locale, paper, timeZone, draw: await loadBarcodes() }
  return printing.print({ page: makeDocument(station, document, layout, pricesOnSlip), paper, printer })
}

function makeDocument(
  station: Source,
  document: PrintDocument,
  layout: Layout,
  pricesOnSlip: boolean,
): PrintPage {
  switch (document.kind) {
    case 'packing_slip':
      return slipOf(station, document.shipmentId, layout, pricesOnSlip)
    case 'command_sheet':
      return commandSheet(layout)
  }
}

function slipOf(station: Source, shipmentId: string, layout: Layout, pricesOnSlip: boolean): PrintPage {
  const found = findShipment(station.db, shipmentId)
  if (found === null) throw new StationError('shipment_not_found', `no shipment ${shipmentId}`)
  if (found.state === 'canceled') throw new StationError('nothing_to_print', 'the shipment is canceled')
  const order = openOrder(station, found.orderId)
  const shipment = order.shipments.find((one) => one.shipmentId === shipmentId)
  if (shipment === undefined) throw new StationError('shipment_not_found', `no shipment ${shipmentId}`)
  const pricesIn = pricesOnSlip ? readStationSettings(station).currency : null
  return packingSlip({ order, shipment, pricesIn }, layout)
}
