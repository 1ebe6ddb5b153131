import type { Words } from '../dictionary'

const titles: Words['alarms']['titles'] = {
  order_canceled: 'Pedido {{orderId}} CANCELADO. Retire el paquete',
  duplicate: 'Pedido {{orderId}}: puede haber un envío duplicado',
  lines_elsewhere: 'Pedido {{orderId}}: otra persona ha embalado esto',
  vanished: 'Pedido {{orderId}}: lo confirmado no está en el marketplace',
  item_vanished: 'Un cambio de artículo confirmado no está en el marketplace',
  data_salvaged: 'Los datos de este puesto estaban dañados',
  data_restored: 'Se ha restaurado una copia de seguridad',
  ops_imported: 'Se han tomado operaciones de un archivo',
  evidence_stopped: 'No se puede escribir el registro',
  evidence_renewed: 'El registro empieza de nuevo',
  evidence_altered: 'El registro se cambió desde fuera',
}

const texts: Words['alarms']['texts'] = {
  order_canceled: 'Se canceló después de embalarlo aquí. No lo expida. Retire:',
  duplicate:
    'El marketplace tiene más de un envío para los mismos artículos; el comprador podría recibirlos dos veces. Quédese con uno y cancele el otro mientras esté embalado:',
  lines_elsewhere: 'Artículos embalados aquí están ahora en otro envío. Detenga este paquete y compruébelo:',
  vanished:
    'El marketplace lo confirmó, pero no lo muestra o ya no lo muestra. Detenga el paquete si aún está aquí y abra el pedido: lo que hay que decidir está en «Por resolver».',
  item_vanished:
    'El marketplace lo confirmó, pero no lo muestra. Lo que hay que decidir está en «Por resolver».',
  data_salvaged_one: 'Se ha salvado {{count}} operación sin terminar. Se está comprobando.',
  data_salvaged_other: 'Se han salvado {{count}} operaciones sin terminar. Se están comprobando.',
  data_restored_one: 'Ha vuelto {{count}} operación abierta. Se comprueba antes de enviar nada.',
  data_restored_other: 'Han vuelto {{count}} operaciones abiertas. Se comprueban antes de enviar nada.',
  ops_imported_one: 'Ha entrado {{count}} operación abierta. Se comprueba antes de enviar nada.',
  ops_imported_other: 'Han entrado {{count}} operaciones abiertas. Se comprueban antes de enviar nada.',
  evidence_stopped:
    'Lo que se hace no queda en el registro por ahora. Puede seguir embalando. Compruebe que el disco tiene sitio y que se puede escribir en la carpeta de datos.',
  evidence_renewed:
    'Su archivo estaba dañado o faltaba. El dañado se conserva junto al nuevo, en la carpeta de datos. Avise a un encargado.',
  evidence_altered:
    'No termina como lo dejó Packbench. Avise a un encargado: Ajustes, Registro, «Comprobar» muestra dónde.',
}

export const alarms: Words['alarms'] = {
  list: 'Alarmas y avisos',
  open_one: '{{count}} alarma',
  open_other: '{{count}} alarmas',
  more_one: 'y después {{count}} más',
  more_other: 'y después {{count}} más',
  raisedAt: 'Advertido el {{at}}',
  titles,
  texts,
  shipment: 'Envío {{index}}',
  shipmentUnknown: 'Un envío que ya no está en este puesto',
  ours: 'embalado aquí',
  theirs: 'embalado en otro sitio',
  tracking: 'Seguimiento {{trackingNumber}}',
  noTracking: 'sin número de seguimiento',
  packedAt: 'embalado el {{at}}',
  lines_one: '{{count}} artículo',
  lines_other: '{{count}} artículos',
  openOrder: 'Abrir el pedido {{orderId}}',
  cancelOurs: 'Cancelar el nuestro …',
  seen: {
    order_canceled: 'Visto: lo retiro',
    duplicate: 'Visto',
    lines_elsewhere: 'Visto: lo detengo',
    vanished: 'Visto: me ocupo',
    item_vanished: 'Visto',
    data_salvaged: 'Visto',
    data_restored: 'Visto',
    ops_imported: 'Visto',
    evidence_stopped: 'Visto',
    evidence_renewed: 'Visto',
    evidence_altered: 'Visto',
  },
  later: 'Ahora no',
  asideTitle_one: '{{count}} alarma sin resolver',
  asideTitle_other: '{{count}} alarmas sin resolver',
  show: 'Mostrar',
  close: 'Cerrar',
  none: 'No hay alarmas abiertas.',
  benchTitle: 'El pedido {{orderId}} ha sido CANCELADO mientras usted lo embala',
  benchText: 'Pare. Devuelva los artículos a su sitio. Ya no se embala nada de él.',
  benchSeen: 'Visto: lo devuelvo a su sitio',
}

export const account: Words['account'] = {
  offlineTitle: 'Sin conexión con el marketplace',
  offlineText_zero: 'Siga embalando. Lo que confirme se guarda aquí y sale cuando vuelva la conexión.',
  offlineText_one: 'Siga embalando. {{count}} operación está guardada aquí y sale cuando vuelva la conexión.',
  offlineText_other:
    'Siga embalando. {{count}} operaciones están guardadas aquí y salen cuando vuelva la conexión.',
  silentTitle: 'El marketplace no responde',
  silentText: 'Siga embalando. Lo que confirme se guarda aquí y sale cuando vuelva a responder.',
  failingTitle: 'El marketplace responde con errores',
  failingText: 'Siga embalando. Lo que confirme se guarda aquí y sale cuando vuelva a funcionar.',
  foreignTitle: 'Otra cosa responde en lugar del marketplace',
  foreignText:
    'Puede ser una página de acceso de la red: abra un navegador e inicie sesión. Siga embalando; todo se guarda aquí.',
  throttledTitle: 'El marketplace está saturado hasta las {{until}}',
  throttledText: 'Ha pedido a este puesto que espere. Siga embalando; todo sale después.',
  clock: {
    differsTitle: 'El reloj de este PC va {{direction}} {{by}}',
    differsText: 'Con él se anotan las horas. Ponga pronto en hora el reloj del PC.',
    refusedTitle: 'El reloj de este PC va {{direction}} {{by}}: no se puede embalar',
    refusedText: 'Ponga en hora el reloj del PC. Si va bien y el del marketplace está mal, confírmelo.',
    confirm: 'El reloj de este PC va bien',
    ahead: 'adelantado',
    behind: 'atrasado',
  },
  confirmedState: 'Reloj confirmado',
}
