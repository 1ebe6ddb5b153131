import type { Words } from '../dictionary'

export const printing: Words['printing'] = {
  title: 'Impression',
  printer: 'Imprimante',
  printerHint: 'Les documents y partent sans question.',
  ask: 'Demander à chaque fois',
  gone: '{{name}} (absente en ce moment)',
  browser:
    'Le navigateur imprime et demande l’imprimante. Pour garder un PDF, choisissez-le dans sa fenêtre.',
  noPrinters: 'Ce PC n’a pas d’imprimante.',
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'US Letter' },
  slipWhenPacked: 'Imprimer le bon de livraison dès qu’un colis est emballé',
  pricesOnSlip: 'Montrer les prix sur le bon de livraison',
  sheets: 'Feuilles',
  sheetsHint: 'À afficher près du lecteur, et à porter.',
  commandSheet: 'Imprimer les commandes du lecteur',
  calibrationSheet: 'Imprimer la feuille de calibrage',
  badges: 'Imprimer les badges de tous les opérateurs',
  slip: 'Imprimer le bon de livraison',
  slipOf: 'Imprimer le bon de livraison de l’envoi {{index}}',
  busy: 'Impression …',
  printed: 'Envoyé à l’imprimante.',
  handed: 'Confié au navigateur pour impression.',
  canceled: 'Non imprimé.',
}
