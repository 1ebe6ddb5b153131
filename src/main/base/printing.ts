import type { LabelOutcome } from '../../shared/contract/labels'
import type { PrintersView, PrintOutcome } from '../../shared/contract/print'
import type { Paper } from '../../shared/domain/station/paper'
import { StationError } from './station-error'

/** The printer, or its queue, took nothing: what was to be printed is not on paper. */
export class NothingSent extends StationError {
  /** @param cause the error that kept it from the printer, if the printer itself did not refuse */
  constructor(said: string, cause?: unknown) {
    super('printer_refused', said)
    this.cause = cause
  }
}

/** A document ready for printing: one page of HTML that loads nothing. */
export type PrintPage = {
  html: string
  /** The content policy to serve it with. */
  policy: string
  /** Printed across the paper. */
  landscape?: true
}

export type PrintJob = {
  page: PrintPage
  paper: Paper
  /** The host's name of the printer; `null` asks the person. */
  printer: string | null
}

/** How a host prints documents. */
export type Printing = {
  printers(): Promise<PrintersView>
  /** @throws StationError `no_printer`, `printer_refused` */
  print(job: PrintJob): Promise<PrintOutcome>
  /**
   * Prints a PDF on label paper. SECURITY: it comes from another program.
   * @param printer the host's name; `null` asks the person
   * @throws StationError `label_unprintable`, `no_printer`, `printer_refused`
   */
  printPdf(pdf: Buffer, printer: string | null): Promise<LabelOutcome>
}
