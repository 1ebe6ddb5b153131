import type { Words } from '../dictionary'

export const printing: Words['printing'] = {
  title: 'Impresión',
  printer: 'Impresora',
  printerHint: 'Los documentos van allí sin preguntar.',
  ask: 'Preguntar cada vez',
  gone: '{{name}} (ahora no está)',
  browser: 'El navegador imprime y pregunta por la impresora. Para guardar un PDF, elíjalo en su ventana.',
  noPrinters: 'Este PC no tiene impresora.',
  paper: 'Papel',
  papers: { a4: 'A4', letter: 'US Letter' },
  slipWhenPacked: 'Imprimir el albarán en cuanto se embala un paquete',
  pricesOnSlip: 'Mostrar los precios en el albarán',
  sheets: 'Hojas',
  sheetsHint: 'Para colgar junto al escáner.',
  commandSheet: 'Imprimir las órdenes del escáner',
  slip: 'Imprimir albarán',
  slipOf: 'Imprimir el albarán del envío {{index}}',
  busy: 'Imprimiendo …',
  printed: 'Enviado a la impresora.',
  handed: 'Entregado al navegador para imprimir.',
  canceled: 'No se ha impreso.',
}
