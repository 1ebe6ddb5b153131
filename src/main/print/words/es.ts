import type { PrintWords } from './words'

export const es: PrintWords = {
  slip: {
    title: 'Albarán',
    order: 'Pedido',
    shipment: 'Paquete',
    ordered: 'Fecha del pedido',
    packed: 'Embalado',
    carrier: 'Transportista',
    tracking: 'Número de seguimiento',
    shipTo: 'Dirección de envío',
    noAddress: 'La dirección no está en este puesto.',
    item: 'Artículo',
    size: 'Talla',
    condition: 'Estado',
    itemNumber: 'Número de artículo',
    price: 'Precio',
    total: 'Total de estos artículos',
    holds: (count, of) =>
      count === of
        ? count === 1
          ? 'Este paquete contiene el único artículo del pedido.'
          : `Este paquete contiene los ${count} artículos del pedido.`
        : `Este paquete contiene ${count} de los ${of} artículos del pedido. Los demás llegan por separado.`,
  },
  commands: {
    title: 'Órdenes del escáner',
    hint: 'Coloque esta hoja al alcance del escáner. Al escanear un código se ejecuta la orden.',
    of: {
      confirm: {
        name: 'CONFIRMAR',
        does: 'Embala el pedido cuando todo está escaneado. En un formulario: su botón de confirmar. Dos veces: toma un pedido de otro puesto.',
      },
      cancel: {
        name: 'CANCELAR',
        does: 'Cierra un formulario. Dos veces: abandona lo escaneado. Si no, vuelve a la lista.',
      },
      undo: {
        name: 'DESHACER',
        does: 'Saca el último artículo o paquete escaneado. Después de embalar: propone cancelar el envío.',
      },
      pack_part: { name: 'EMBALAR PARTE', does: 'Embala lo escaneado aunque falten artículos.' },
      next: { name: 'SIGUIENTE', does: 'Abre el siguiente pedido de la lista.' },
      acknowledge: { name: 'VISTO', does: 'Cierra un error ya leído. Aplaza una alarma.' },
      ship: { name: 'EXPEDIR', does: 'Abre el formulario «expedido». Sin pedido abierto: el muelle.' },
      deliver: { name: 'ENTREGAR', does: 'Abre el formulario «entregado». Sin pedido abierto: el muelle.' },
      hold: {
        name: 'APARTAR',
        does: 'Aparta el pedido; otra vez: el siguiente motivo. Si está apartado, lo libera.',
      },
      reprint: { name: 'REIMPRIMIR', does: 'Vuelve a imprimir el albarán. En el muelle: el manifiesto.' },
    },
  },
  calibration: {
    title: 'Hoja de calibración',
    hint: 'Abra Ajustes, Escáner. Después escanee estos códigos uno tras otro, de arriba abajo.',
  },
  badges: { title: 'Tarjetas' },
  manifest: {
    title: 'Manifiesto',
    carrier: 'Transportista',
    noCarrier: 'Sin transportista',
    handedOver: 'Entregado',
    notYet: 'Todavía no',
    by: 'Por',
    count: (parcels, items) =>
      `${parcels} ${parcels === 1 ? 'paquete' : 'paquetes'}, ${items} ${items === 1 ? 'artículo' : 'artículos'}`,
    order: 'Pedido',
    items: 'Artículos',
    tracking: 'Número de seguimiento',
    driver: 'Nombre del conductor',
    date: 'Fecha y hora',
    signature: 'Firma',
  },
}
