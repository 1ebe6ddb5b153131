/** Printing: the settings, and what is said of a document on its way. */

export const printing = {
  title: 'Printing',
  printer: 'Printer',
  printerHint: 'Documents go there without a question.',
  ask: 'Ask each time',
  gone: '{{name}} (not there now)',
  browser: 'The browser prints, and asks which printer to use. To keep a PDF, choose that in its dialog.',
  noPrinters: 'This PC has no printer.',
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'US Letter' },
  slipWhenPacked: 'Print the packing slip as soon as a parcel is packed',
  pricesOnSlip: 'Show prices on the packing slip',
  sheets: 'Sheets',
  sheetsHint: 'To hang up beside the scanner.',
  commandSheet: 'Print the command sheet',
  slip: 'Print packing slip',
  slipOf: 'Print packing slip of shipment {{index}}',
  busy: 'Printing …',
  printed: 'Sent to the printer.',
  handed: 'Given to the browser to print.',
  canceled: 'Not printed.',
} as const
