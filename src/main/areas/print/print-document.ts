import type { Preferences } from '../../../shared/contract/preferences'
import type { Paper } from '../../../shared/domain/station/paper'
import type { Locale } from '../../../shared/domain/station/locale'
import type { PrintDocument, PrintOutcome } from '../../../shared/contract/print'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { MOST_PRINTED } from '../../../shared/domain/orders/order-desk'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { Operators } from '../operators/operators'
import { badgeSheet } from '../../print/badges'
import { calibrationSheet } from '../../print/calibration-sheet'
import { commandPoster, commandSheet } from '../../print/commands'
import { loadBarcodes } from '../../print/barcode'
import type { Layout } from '../../print/layout'
import { manifestSheets } from '../../print/manifest'
import { orderList } from '../../print/order-list'
import { pickList } from '../../print/pick-list'
import { putWallPlan } from '../../print/put-wall-plan'
import { packingSlip, type SlipData } from '../../print/packing-slip'
import type { Printing, PrintPage } from '../../base/printing'
import { StationError } from '../../base/station-error'
import { findShipment } from '../../store/tables/shipments'
import { firstOrders } from '../orders/desk-list'
import { readManifests } from '../dock/commit-handover'
import type { DueRules } from '../packing/queue'
import { listPicks } from '../packing/list-picks'
import { openOrder } from '../packing/open-order'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import type { LogoFile } from './logo'

/** What printing needs in addition to the account. */
export type PrintDeps = {
  printing: Printing
  preferences: Pick<Preferences, 'printing' | 'sender' | 'putWall'> & { queue: DueRules }
  logo: Pick<LogoFile, 'read'>
  operators: Pick<Operators, 'list'>
}

type Source = Pick<
  Station,
  'db' | 'seal' | 'neighbors' | 'instructions' | 'serialRule' | 'clock' | 'titles' | 'osUser' | 'signedIn'
>

/**
 * Prints a document the way this PC is set up.
 * @throws StationError `shipment_not_found`, `nothing_to_print` (such as the slip of a canceled shipment),
 *   `no_printer`, `printer_refused`
 */
export async function printDocument(
  station: Source,
  deps: PrintDeps,
  { document, locale }: { document: PrintDocument; locale: Locale },
): Promise<PrintOutcome> {
  const { printer, paper } = placeOf(document.kind, deps.preferences.printing)
  const timeZone = readStationSettings(station).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const layout: Layout = { locale, paper, timeZone, draw: await loadBarcodes(paper) }
  const page = await makeDocument(station, deps, document, layout)
  return deps.printing.print({ page, paper, printer })
}

/** The label printer for what goes onto labels here, the other one for all else. */
function placeOf(
  kind: PrintDocument['kind'],
  { printer, paper, onLabels, labelPrinter }: Preferences['printing'],
): { printer: string | null; paper: Paper } {
  return onLabels.some((one) => one === kind) ? { printer: labelPrinter, paper: 'label' } : { printer, paper }
}

function makeDocument(
  station: Source,
  { preferences, logo, operators }: PrintDeps,
  document: PrintDocument,
  layout: Layout,
): PrintPage | Promise<PrintPage> {
  switch (document.kind) {
    case 'packing_slip':
      return slipOf(station, document.shipmentId, layout, {
        sender: { ...preferences.sender, ...logo.read() },
        pricesIn: preferences.printing.pricesOnSlip ? readStationSettings(station).currency : null,
      })
    case 'command_sheet':
      return commandSheet(layout)
    case 'command_poster':
      return commandPoster(layout)
    case 'calibration_sheet':
      return calibrationSheet(layout)
    case 'badges': {
      const { operatorId } = document
      const wanted = operators
        .list()
        .filter((operator) => operator.active && (operatorId === null || operator.operatorId === operatorId))
      return badgeSheet(someOf(wanted), layout)
    }
    case 'order_list':
      return orderListOf(station, preferences, document, layout)
    case 'pick_list': {
      const list = listPicks(station, preferences, document)
      someOf(list.rows)
      return pickList(list, layout)
    }
    case 'put_wall_plan':
      return putWallPlan(preferences.putWall.slots, layout)
    case 'manifest':
      return manifestSheets(someOf(readManifests(station, document)), layout)
  }
}

async function orderListOf(
  station: Source,
  { queue }: PrintDeps['preferences'],
  choice: ParsedRequestOf<'orders:save'>,
  layout: Layout,
): Promise<PrintPage> {
  const { rows, total } = await firstOrders(station, queue, choice, MOST_PRINTED)
  const { currency } = readStationSettings(station)
  return orderList(
    { madeAt: formatInstant(station.clock.wallMs()), rows: someOf(rows), total, currency },
    layout,
  )
}

function someOf<T>(list: readonly T[]): readonly T[] {
  if (list.length === 0) throw new StationError('nothing_to_print', 'there is nothing to put on it')
  return list
}

function slipOf(
  station: Source,
  shipmentId: string,
  layout: Layout,
  how: Pick<SlipData, 'sender' | 'pricesIn'>,
): PrintPage {
  const found = findShipment(station.db, shipmentId)
  if (found === null) throw new StationError('shipment_not_found', `no shipment ${shipmentId}`)
  if (!isLive(found.state)) throw new StationError('nothing_to_print', `the shipment is ${found.state}`)
  const order = openOrder(station, found.orderId)
  const shipment = order.shipments.find((one) => one.shipmentId === shipmentId)
  if (shipment === undefined) throw new StationError('shipment_not_found', `no shipment ${shipmentId}`)
  return packingSlip({ order, shipment, ...how }, layout)
}
