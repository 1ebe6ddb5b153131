import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { Preferences } from '../../../shared/contract/preferences'
import type { LabelOutcome } from '../../../shared/contract/labels'
import type { ErrorCode } from '../../../shared/contract/result'
import { readPrinterAddress } from '../../../shared/domain/labels/printer-address'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { NothingSent, type Printing } from '../../base/printing'
import { StationError } from '../../base/station-error'
import { labelPicture } from '../../print/label-picture'
import { inTransaction } from '../../store/db/database'
import { findOrder } from '../../store/tables/orders'
import { cancelWaits } from '../../store/tables/outbox'
import { dropPrintedLabel, findPrintedLabel, keepPrintedLabel } from '../../store/tables/printed-labels'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import { ordersOfLabel } from './find-labels'
import type { LabelFolder, LabelOnDisk } from './label-folder'
import { sendRaw } from './send-raw'

export type LabelPrinting = {
  folder: LabelFolder
  printing: Printing
  preferences: Pick<Preferences, 'printing' | 'labelFolder'>
}

type LabelStation = Pick<Station, 'db' | 'clock' | 'osUser' | 'signedIn'>

/**
 * Prints a label of an order. That it goes to the printer is durable before its first byte does, so that after a kill it is
 * not printed again unasked.
 * @throws StationError `order_not_found`, `order_canceled`; `label_gone`: the file is not there any more, has changed, or
 *   is not one of the order; `label_printed`: it was sent to a printer before, and nobody asked for it again;
 *   `label_unprintable`, `no_printer`: nothing was sent; `printer_refused`: it does not answer, or nobody knows whether it
 *   was printed
 */
export function printLabel(
  station: LabelStation,
  how: LabelPrinting,
  request: ParsedRequestOf<'labels:print'>,
): Promise<LabelOutcome> {
  return inTurn(request.sha256, () => printNow(station, how, request))
}

/** Of each label that is being printed, by its hash: when its last print ends. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Prints of one label follow one another: each takes back or keeps the record that it found. Other labels do not wait, because
 * a print dialog can stay open for long.
 */
function inTurn<T>(sha256: string, print: () => Promise<T>): Promise<T> {
  const turn = (underWay.get(sha256) ?? Promise.resolve()).then(print)
  const ended: Promise<void> = turn
    .catch(() => null)
    .then(() => {
      if (underWay.get(sha256) === ended) underWay.delete(sha256)
    })
  underWay.set(sha256, ended)
  return turn
}

async function printNow(
  station: LabelStation,
  how: LabelPrinting,
  { orderId, sha256, again }: ParsedRequestOf<'labels:print'>,
): Promise<LabelOutcome> {
  const { db, clock } = station
  const { labels } = await how.folder.read()
  const label = labels.find((one) => one.sha256 === sha256)
  const bytes = label === undefined ? null : await how.folder.bytesOf(label)
  if (label === undefined || bytes === null) throw new StationError('label_gone', 'the file is not there now')
  const order = findOrder(db, orderId)
  if (order === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  if (order.canceled === 1 || cancelWaits(db, orderId))
    throw new StationError('order_canceled', `order ${orderId} is canceled`)
  if (!ordersOfLabel(db, label).includes(orderId))
    throw new StationError('label_gone', `no label of order ${orderId}`)
  const send = senderOf(how, label, clock)
  const before = findPrintedLabel(db, orderId, sha256)
  if (before !== null && !again) throw new StationError('label_printed', `printed at ${before.printedAt}`)
  const record = {
    ...{ orderId, sha256, sent: false },
    ...{ printedAt: formatInstant(clock.wallMs()), printedBy: whoWorksHere(station) },
  }
  inTransaction(db, (tx) => keepPrintedLabel(tx, record))
  const takeBack = (): void =>
    inTransaction(db, (tx) =>
      before === null ? dropPrintedLabel(tx, orderId, sha256) : keepPrintedLabel(tx, before),
    )
  try {
    const outcome = await send(bytes)
    if (outcome === 'not_sent' || outcome.kind === 'canceled') takeBack()
    else if (outcome.kind === 'printed')
      inTransaction(db, (tx) => keepPrintedLabel(tx, { ...record, sent: true }))
    if (outcome === 'not_sent') throw new StationError('printer_refused', 'the printer does not answer')
    return outcome
  } catch (error) {
    const isUnsent = error instanceof StationError && NOT_SENT.has(error.code)
    if (isUnsent || error instanceof NothingSent) takeBack()
    // The screen shows one sentence for all causes. None names an address.
    if (error instanceof StationError)
      console.error(`Printing a label of order ${orderId} failed:`, error.cause ?? error.message)
    throw error
  }
}

const NOT_SENT: ReadonlySet<ErrorCode> = new Set(['no_printer', 'label_unprintable'])

/** ZPL goes to the label printer's port as it is, everything else through the host. */
function senderOf(
  { printing, preferences }: LabelPrinting,
  { kind }: LabelOnDisk,
  clock: Station['clock'],
): (bytes: Buffer) => Promise<LabelOutcome | 'not_sent'> {
  const { labelPrinter: printer } = preferences.printing
  switch (kind) {
    case 'zpl': {
      const address = readPrinterAddress(preferences.labelFolder.zplPrinter)
      if (address === null) throw new StationError('label_unprintable', 'no address of a ZPL printer')
      return async (bytes) => {
        const outcome = await sendRaw(bytes, address, clock)
        if (outcome === 'cut') throw new StationError('printer_refused', 'the ZPL printer stopped')
        return outcome === 'sent' ? { kind: 'printed' } : 'not_sent'
      }
    }
    case 'png':
      return (bytes) => printing.print({ page: labelPicture(bytes), paper: 'label', printer })
    case 'pdf':
      return (bytes) => printing.printPdf(bytes, printer)
  }
}
