import type { Words } from '../dictionary'

export const backups: Words['backups'] = {
  title: 'Copias de seguridad',
  about:
    'Packbench copia cada hora todo lo que hay en este puesto. Las direcciones de los compradores quedan cifradas en las copias.',
  make: 'Hacer una ahora',
  made: 'La copia de seguridad está hecha.',
  none: 'Aún no hay copias de seguridad.',
  list: 'Lista de copias de seguridad',
  size: '{{size}} MB',
  restore: 'Restaurar',
  restoreOf: 'Restaurar la copia del {{at}}',
  restoreTitle: '¿Volver a la copia del {{at}}?',
  restoreText:
    'Lo que no está terminado se conserva. Cada operación abierta se comprueba con el marketplace antes de enviarse otra vez, y los pedidos se leen de nuevo.',
  restoreYes: 'Restaurarla',
  restoreNo: 'Dejar todo como está',
}
