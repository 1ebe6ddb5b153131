import type { Words } from '../dictionary'

export const nextStep: Words['nextStep'] = {
  label: 'Siguiente paso',
  progress: '{{done}} de {{goods}}',
  scan_items_one: 'Escanee {{count}} artículo',
  scan_items_other: 'Escanee {{count}} artículos',
  scan_more_one: 'Escanee {{count}} artículo más',
  scan_more_other: 'Escanee {{count}} artículos más',
  scan_label: 'Escanee la etiqueta, o CONFIRMAR',
  confirm: 'Escanee CONFIRMAR o pulse F9',
  ship: 'Embalado: EXPEDIR, o siguiente',
  held_elsewhere: 'En otro puesto',
  take_hold_off: 'Apartado. APARTAR lo libera, o SIGUIENTE',
  next_order: 'Todo embalado. Escanee el siguiente pedido',
}

export const sound: Words['sound'] = {
  volume: 'Volumen',
  silent: 'Silencio: mire la pantalla',
  speech: 'Leer las respuestas en voz alta',
  speechHint: 'En el idioma de la pantalla.',
  tones: 'Cómo suena cada uno',
  play: 'Escuchar: {{tone}}',
  stopsHint: 'Cada respuesta se muestra también con palabras y color.',
  names: {
    accepted: 'Aceptado',
    complete: 'Todo escaneado',
    wrong: 'Equivocado',
    already: 'Ya escaneado',
    busy: 'En otro puesto',
    unknown: 'Código desconocido',
    alarm: 'Alarma',
  },
}
