import type { Words } from '../dictionary'

export const printing: Words['printing'] = {
  title: 'Drucken',
  printer: 'Drucker',
  printerHint: 'Dokumente gehen ohne Nachfrage dorthin.',
  ask: 'Jedes Mal fragen',
  gone: '{{name}} (zurzeit nicht da)',
  browser:
    'Der Browser druckt und fragt nach dem Drucker. Wer ein PDF behalten will, wählt das in seinem Dialog.',
  noPrinters: 'Dieser PC hat keinen Drucker.',
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'US Letter' },
  slipWhenPacked: 'Packzettel drucken, sobald ein Paket gepackt ist',
  pricesOnSlip: 'Preise auf dem Packzettel zeigen',
  sheets: 'Blätter',
  sheetsHint: 'Zum Aufhängen neben dem Scanner und zum Anstecken.',
  commandSheet: 'Befehlsblatt drucken',
  calibrationSheet: 'Kalibrierblatt drucken',
  badges: 'Ausweise aller Bediener drucken',
  slip: 'Packzettel drucken',
  slipOf: 'Packzettel drucken: Sendung {{index}}',
  busy: 'Wird gedruckt …',
  printed: 'An den Drucker geschickt.',
  handed: 'Dem Browser zum Drucken gegeben.',
  canceled: 'Nicht gedruckt.',
}
