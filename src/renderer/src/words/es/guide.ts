import type { Words } from '../dictionary'

export const guide: Words['guide'] = {
  label: 'Recorrido de práctica',
  begin: 'Recorrido de tres minutos',
  again: 'Empezar de nuevo',
  stop: 'Terminar',
  skip: 'Saltar',
  progress: 'Paso {{step}} de {{of}}',
  scanForMe: 'Escanear por mí',
  codes: {
    order: 'Pedido {{code}}',
    item: 'Artículo {{code}}',
    foreign: 'Artículo de otro pedido: {{code}}',
    label: 'Etiqueta de seguimiento {{code}}',
    command: '{{name}}, tecla {{key}}',
  },
  takeNetwork: 'Quitar la red',
  bringNetwork: 'Devolver la red',
  cancelOrder: 'Hacer que lo cancelen',
  goOutbox: 'Abrir la bandeja de salida',
  goOrder: 'Volver al pedido',
  steps: {
    open: {
      title: 'Abrir un pedido',
      text: 'Escanee su número, o elija uno en la lista y pulse Intro.',
    },
    scan_items: {
      title: 'Escanear todos los artículos',
      text: 'Verde es correcto, y además se oye. La lista muestra lo que falta.',
    },
    label: {
      title: 'Escanear la etiqueta de seguimiento',
      text: 'Con todo escaneado, el código siguiente pasa a ser el número de seguimiento.',
    },
    pack: {
      title: 'Embalar el pedido',
      text: 'Escanee CONFIRMAR o pulse F9. Queda anotado enseguida en este PC.',
    },
    print: {
      title: 'Imprimir el albarán',
      text: 'Escanee REIMPRIMIR, o pulse el botón del envío.',
    },
    ship: {
      title: 'Expedir el paquete',
      text: 'Escanee EXPEDIR, mire las horas propuestas y escanee CONFIRMAR.',
    },
    outbox: {
      title: 'Mirar la bandeja de salida',
      text: 'Muestra lo que falta por enviar y lo que debe resolver usted.',
    },
    wrong_item: {
      title: 'Simulacro: artículo equivocado',
      text: 'Abra otro pedido y escanee un artículo que no sea suyo.',
    },
    acknowledge: {
      title: 'Cerrar el error',
      text: 'Léalo; después escanee VISTO o pulse F2.',
    },
    network_gone: {
      title: 'Simulacro: no hay red',
      text: 'Quite la red. La barra de arriba lo dirá.',
    },
    pack_offline: {
      title: 'Embalar sin red',
      text: 'Escanee los artículos y CONFIRMAR como siempre. Los datos esperan en este PC.',
    },
    network_back: {
      title: 'Vuelve la red',
      text: 'Devuélvala. Lo que esperaba se envía solo.',
    },
    order_canceled: {
      title: 'Simulacro: pedido cancelado',
      text: 'Abra un pedido, escanee un artículo y haga que lo cancelen.',
    },
    alarm: {
      title: 'Responder a la alarma',
      text: 'Lea qué hacer con los artículos; después escanee VISTO o pulse el botón.',
    },
  },
  doneTitle: 'Ha hecho todo el recorrido.',
  doneText: 'Embalado, impreso, expedido y tres incidencias superadas. Para repetirlo: F1.',
  close: 'Cerrar',
}
