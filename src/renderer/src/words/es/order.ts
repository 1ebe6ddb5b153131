import type { Words } from '../dictionary'

const moves: Words['shipments']['moves'] = {
  ship: 'Marcar expedido',
  deliver: 'Marcar entregado',
  cancel: 'Cancelar envío',
}

export const dropChoice: Words['dropChoice'] = {
  title: 'El pedido {{orderId}} aún no está embalado',
  text_one: 'Tiene {{count}} artículo elegido. Si abre otro pedido, se olvida esa elección.',
  text_other: 'Tiene {{count}} artículos elegidos. Si abre otro pedido, se olvida esa elección.',
  keep: 'Volver al pedido {{orderId}}',
  drop: 'Olvidarla y abrir el pedido {{orderId}}',
}

export const order: Words['order'] = {
  title: 'Pedido {{orderId}}',
  states: { paid: 'Pagado', canceled: 'Cancelado', canceling: 'En cancelación' },
  back: 'Volver a los pedidos',
  refresh: 'Leer de nuevo',
  opening: 'Abriendo el pedido {{orderId}} …',
  backShort: 'Volver',
  bought: 'Comprado el {{at}} ({{age}})',
  amount: 'Importe total {{amount}}',
  readAt: 'Leído {{age}}',
  canceledTitle: 'CANCELADO. No embalar, no expedir.',
  canceledText:
    'El marketplace ha cancelado este pedido. Retire el paquete y devuelva los artículos a su sitio.',
  canceledReason: 'Motivo: {{reason}}',
  lost_one:
    '{{count}} artículo elegido ha pasado a otro envío o ha salido del pedido. Compruebe lo que hay en la mesa.',
  lost_other:
    '{{count}} artículos elegidos han pasado a otro envío o han salido del pedido. Compruebe lo que hay en la mesa.',
  more: 'Más del marketplace',
}

export const lines: Words['lines'] = {
  title: 'Artículos',
  chosen: '{{chosen}} de {{total}} elegidos',
  allPacked: 'Todos los artículos están embalados',
  choose: 'Elegir {{line}}',
  chooseAll: 'Elegir todo',
  chooseNone: 'No elegir nada',
  noTitle: 'Artículo {{item}}',
  size: 'Talla {{size}}',
  itemNumber: 'Artículo {{value}}',
  externalId: 'Ref. {{value}}',
  mpn: 'MPN {{value}}',
  toPack: 'Por embalar',
  chosenState: 'Elegido',
  inShipment: 'En el envío {{index}}',
  fees: 'Gastos',
  fee: 'Gastos de envío',
  feeHint: 'no se embalan',
}

export const pack: Words['pack'] = {
  title: 'Embalar',
  carrier: 'Transportista',
  trackingNumber: 'Número de seguimiento',
  trackingUrl: 'Dirección de seguimiento',
  warehouse: 'Almacén',
  warehouseMissing: 'Introduzca el número del almacén. Los ajustes pueden proponerlo.',
  nothing: 'Elija antes artículos: escáner, clic o Espacio',
  button_one: 'Embalar {{count}} artículo',
  button_other: 'Embalar {{count}} artículos',
  keys: 'F9; solo una parte: F10',
  donePart_one: '{{count}} artículo embalado. Quedan más.',
  donePart_other: '{{count}} artículos embalados. Quedan más.',
  doneAll: 'Todo está embalado.',
  doneAllHint: 'Escanee el pedido siguiente, o Escape para la lista.',
}

export const usedLabel: Words['usedLabel'] = {
  title: '{{number}} ya está en el paquete del pedido {{orderId}}',
  text: 'Úselo solo si los dos pedidos viajan en un mismo paquete.',
  use: 'Usar de todos modos',
  shared: '{{number}} está también en el paquete del pedido {{orderId}}, según lo confirmado.',
}

export const shipments: Words['shipments'] = {
  title: 'Envíos',
  none: 'Aún no hay nada embalado.',
  name: 'Envío {{index}}',
  states: { packed: 'Embalado', shipped: 'Expedido', delivered: 'Entregado', canceled: 'Cancelado' },
  lines_one: '{{count}} artículo',
  lines_other: '{{count}} artículos',
  serverId: 'N.º del marketplace {{id}}',
  noServerId: 'Aún no está en el marketplace',
  packedAt: 'Embalado',
  shippedAt: 'Expedido',
  expectedToDeliverAt: 'Previsto',
  deliveredAt: 'Entregado',
  canceledAt: 'Cancelado',
  carrier: 'Transportista',
  tracking: 'Seguimiento',
  trackingUrl: 'Dirección de seguimiento',
  warehouse: 'Almacén',
  locked: 'Expedido: transportista y seguimiento están bloqueados',
  waiting_one: '{{count}} operación espera su envío',
  waiting_other: '{{count}} operaciones esperan su envío',
  held_one: '{{count}} operación por resolver',
  held_other: '{{count}} operaciones por resolver',
  moves,
  more: 'Más …',
  history: 'Historial',
  historyTitle: 'Historial del envío {{index}}',
  historyNone: 'En este puesto no se ha hecho nada con él.',
  unusualTitle: '¿{{move}}?',
  unusualText: 'Este envío está «{{state}}». «{{move}}» no es habitual ahora. Hágalo solo si no tiene dudas.',
  unusualYes: 'Sí: {{move}}',
  no: 'No, volver',
}

export const moveForm: Words['moveForm'] = {
  title: '{{move}}: envío {{index}}',
  shippedAt: 'Expedido el',
  expectedToDeliverAt: 'Entrega prevista el',
  deliveredAt: 'Entregado el',
  canceledAt: 'Cancelado el',
  format: 'P. ej. {{example}} ({{zone}})',
  now: 'Ahora',
  plusDays_one: '+{{count}} día',
  plusDays_other: '+{{count}} días',
  carrierTitle: 'Transportista y seguimiento (bloqueados tras expedir)',
  submit: moves,
  close: 'Volver',
}

export const refunds: Words['refunds'] = {
  title: 'Reembolsos',
  row: '{{type}} de {{source}}',
  states: { pending: 'Pendiente', successful: 'Hecho' },
  unknown: 'desconocido',
}

export const money: Words['money'] = {
  title: 'Reembolso y cancelación',
  none: 'No se ha reembolsado nada.',
  refund: 'Reembolsar',
  cancel: 'Cancelar el pedido',
  shipped: 'Un envío está en camino: el pedido ya no se puede cancelar. Se puede reembolsar.',
  cancelWaits: 'La cancelación de este pedido espera su envío',
  cancelWaitsText: 'No lo embale ni lo expida.',
  cancelHeld: 'La cancelación de este pedido está por resolver',
  refundWaits: 'Un reembolso de {{amount}} espera su envío',
  refundHeld: 'Un reembolso de {{amount}} está por resolver',
  cancelTitle: '¿Cancelar el pedido {{orderId}}?',
  cancelText:
    'El marketplace reembolsa al comprador por sí mismo, y el pedido ya no se puede expedir. No se puede deshacer.',
  cancelYes: 'Sí, cancelar el pedido',
  back: 'Volver',
  refundTitle: 'Reembolso del pedido {{orderId}}',
  rest: 'De este pedido quedan {{rest}} por reembolsar.',
  restUnknown: 'El pedido no muestra ningún total; nadie sabe cuánto queda por reembolsar.',
  amount: 'Importe en {{currency}}',
  amountHint: 'P. ej. 12,50',
  all: 'Todo lo que queda: {{rest}}',
  refundYes: 'Reembolsar {{amount}}',
  twice: 'Este reembolso supera {{limit}}. Compruebe el importe y el pedido y confírmelo otra vez.',
  twiceUnknown:
    'Nadie sabe cuánto queda por reembolsar de este pedido. Compruebe el importe y confírmelo otra vez.',
  twiceYes: 'Sí, reembolsar {{amount}}',
  problems: {
    missing: 'Introduzca un importe.',
    not_money: 'Esto no es un importe. Escríbalo como 12,50.',
    ambiguous: 'Podrían ser dos importes. Escríbalo como 1234,00.',
    too_many_decimals: 'Solo dos cifras después de la coma.',
    too_large: 'Este importe es demasiado grande.',
    zero: 'Introduzca un importe mayor que cero.',
    above_rest: 'Solo quedan {{rest}} por reembolsar.',
  },
}

export const buyer: Words['buyer'] = {
  title: 'Comprador y dirección',
  hidden: 'Los datos del comprador ya no están en este puesto.',
  locked:
    'Los datos del comprador están bloqueados hasta que se abra el almacén de claves de este PC. Se puede seguir embalando; se vuelve a intentar cada minuto.',
  noName: 'Sin nombre',
}
