import type { Words } from '../dictionary'

export const hold: Words['hold'] = {
  button: 'Apartar',
  title: 'Apartar el pedido {{orderId}}',
  text: 'Sale de los pedidos por embalar, solo en este puesto, hasta que alguien lo libere.',
  reason: 'Motivo',
  reasons: {
    missing: 'Falta un artículo',
    damaged: 'Artículo dañado',
    address: 'Duda sobre la dirección',
    supervisor: 'Espera al encargado',
  },
  needReason: 'Elija o introduzca un motivo.',
  yes: 'Apartar',
  back: 'Volver',
  banner: 'Apartado: {{reason}}',
  bannerText: 'Por {{by}}, {{age}}. No se puede embalar hasta que se libere.',
  releaseTitle: '¿Liberar el pedido {{orderId}}?',
  release: 'Liberar',
  marker: 'Apartado',
}

export const urgency: Words['urgency'] = {
  filterLabel: 'Solo estos',
  filters: { any: 'Todos', late: 'Atrasados', one_item: 'Un artículo', begun: 'Empezados' },
  late: 'Atrasado: {{age}}',
  today: 'Para hoy, {{at}}',
}
