import type { Words } from '../dictionary'

export const leave: Words['leave'] = {
  title: 'Operaciones abiertas y salida',
  open_zero: 'No hay nada abierto: todo lo que confirmó está en el marketplace.',
  open_one: '{{count}} operación está abierta: aún no está en el marketplace o está por resolver.',
  open_other: '{{count}} operaciones están abiertas: aún no están en el marketplace o están por resolver.',
  training: 'En la práctica no hay nada que guardar: siempre se puede salir.',
  fileHint:
    'Un archivo de operaciones abiertas se puede importar aquí o en otro puesto de la misma cuenta. Cada una se busca antes en el marketplace y se envía a los dos minutos si no está.',
  export: 'Exportar operaciones abiertas',
  import: 'Importar de un archivo …',
  imported_zero: 'No había nada nuevo en el archivo.',
  imported_one: 'Se ha tomado {{count}} operación y se está comprobando.',
  imported_other: 'Se han tomado {{count}} operaciones y se están comprobando.',
  known_one: '{{count}} ya estaba aquí.',
  known_other: '{{count}} ya estaban aquí.',
  ways: { quit: 'Salir de Packbench', reset: 'Restablecer este puesto' },
  resetHint: 'Olvida esta cuenta en este PC: pedidos, historial, ajustes, token y copias de seguridad.',
  resetTitle: '¿Restablecer este puesto?',
  resetText:
    'Este PC olvida la cuenta: sus pedidos, el historial de operaciones, los ajustes, el token y las copias de seguridad. Los archivos de operaciones exportadas se quedan. Los pedidos vuelven del marketplace cuando se conecta otra vez.',
  resetYes: 'Restablecer',
  no: 'Volver',
  opsOpen:
    'Algunas operaciones no están terminadas. Termínelas o descártelas antes en la bandeja de salida, o lléveselas:',
  exportAnd: {
    quit: 'Exportar y salir',
    reset: 'Exportar y restablecer',
    switch: 'Exportar y seguir',
  },
  exportAndHint: 'Aquí terminan y solo siguen donde se importe el archivo.',
  exportedTitle_one: '{{count}} operación está en un archivo',
  exportedTitle_other: '{{count}} operaciones están en un archivo',
  exportedCopy: 'Esto es una copia. Aquí siguen como antes.',
  exportedMoved: 'Aquí han terminado. Solo siguen donde se importe este archivo: guárdelo.',
  unsavedTitle_one: '{{count}} operación aún no está en un archivo',
  unsavedTitle_other: '{{count}} operaciones aún no están en un archivo',
  unsavedText:
    'El disco de este PC está lleno. Guarde el archivo en otro disco o memoria. Esto es una copia: aquí siguen como antes.',
  unsavedSave: 'Guardar archivo',
  exportedOk: 'Entendido',
  quitDone: 'Packbench se ha cerrado. Puede cerrar esta ventana.',
}
