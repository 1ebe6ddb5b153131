import type { Words } from '../dictionary'

export const calibration: Words['calibration'] = {
  hint: 'Escáner sin calibrar',
  title: 'Calibrar el escáner',
  never: 'Aún sin calibrar. El escáner se lee como sale de fábrica.',
  last: 'Última vez superado: {{at}}',
  lead: 'Escanee los códigos de la hoja de calibración, uno tras otro. Mientras esta página esté abierta, los escaneos no hacen nada más.',
  steps: 'Códigos de la hoja de calibración',
  step: {
    small: '1. Letras minúsculas',
    capitals: '2. Letras mayúsculas',
    signs: '3. Cifras y signos',
    long: '4. Código largo',
  },
  scanNow: 'Escanee ahora',
  read: 'Leído',
  restart: 'Empezar de nuevo',
  passed: 'Superado',
  found:
    'Teclado del escáner: {{layout}}. Fin de un código: {{end}}. Signos alrededor: {{marks}}. Pausa más larga: {{maxGapMs}} ms. Guardado.',
  layout: { us: 'estadounidense', uk: 'británico', fr: 'francés', de: 'alemán' },
  end: { enter: 'Intro', tab: 'Tabulador', none: 'nada' },
  noMarks: 'ninguno',
  marks: '«{{prefix}}» antes, «{{suffix}}» después',
  capsLockOn: 'Bloq Mayús estaba activado. No perjudica a los escaneos.',
  noEnd:
    'Mejor: configure el escáner para que envíe Intro después de cada código. Así también son seguros los códigos cortos y los escaneos rápidos.',
  refused: 'Rechazado',
  came: 'Ha llegado: {{came}}',
  problem: {
    caps_lock:
      'Minúsculas y mayúsculas están invertidas. Desactive Bloq Mayús en este PC y «Caps Lock Override» en el escáner. Después escanee otra vez.',
    pc_layout:
      'Este PC lee el escáner con otra distribución de teclado. Configure el escáner con la de este PC, o el PC con la de EE. UU. Después escanee otra vez.',
    keys_lost:
      'Se han perdido caracteres. Configure en el escáner una pausa más larga entre caracteres. Después escanee otra vez.',
    too_slow:
      'El escáner teclea tan despacio como una persona. Configure en el escáner una pausa más corta entre caracteres. Después escanee otra vez.',
    unreadable:
      'No es un código de la hoja, o ha llegado alterado. Configure el escáner como «teclado USB, US» y escanee la hoja otra vez.',
    layouts_differ:
      'Los códigos han llegado con distintas distribuciones de teclado. Configure el escáner como «teclado USB, US». Después empiece de nuevo.',
    marks_differ:
      'El escáner ha puesto signos distintos alrededor de los códigos. Configure el mismo prefijo y sufijo para todos los códigos. Después empiece de nuevo.',
    endings_differ:
      'Unos códigos acaban con Intro o Tabulador y otros no. Configure el mismo final para todos los códigos. Después empiece de nuevo.',
  },
  settings: 'Cómo teclea el escáner',
  settingsHint: 'La calibración rellena estos campos.',
  scannerLayout: 'Teclado configurado en el escáner',
  terminator: 'Un código acaba con',
  prefix: 'Antes de cada código',
  suffix: 'Después de cada código',
  marksHint: 'Se quita. Sin ello, el código se rechaza por incompleto.',
  groupSeparator: 'En lugar de FNC1',
  groupSeparatorHint: 'Para códigos GS1, si el escáner no puede teclear Ctrl+] ni F8.',
  maxGap: 'Pausa más larga entre caracteres (ms)',
  maxGapProblem: 'Un número entero de 5 a 250.',
}
