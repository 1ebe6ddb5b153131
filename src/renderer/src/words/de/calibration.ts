import type { Words } from '../dictionary'

export const calibration: Words['calibration'] = {
  hint: 'Scanner nicht kalibriert',
  title: 'Scanner kalibrieren',
  never: 'Noch nicht kalibriert. Der Scanner wird gelesen, wie er ab Werk kommt.',
  last: 'Zuletzt bestanden: {{at}}',
  lead: 'Scannen Sie die Codes des Kalibrierblatts nacheinander. Solange diese Seite offen ist, bewirken Scans nichts anderes.',
  steps: 'Codes des Kalibrierblatts',
  step: {
    small: '1. Kleinbuchstaben',
    capitals: '2. Großbuchstaben',
    signs: '3. Ziffern und Zeichen',
    long: '4. Langer Code',
  },
  scanNow: 'Jetzt scannen',
  read: 'Gelesen',
  restart: 'Von vorn beginnen',
  passed: 'Bestanden',
  found:
    'Tastatur des Scanners: {{layout}}. Ende eines Codes: {{end}}. Zeichen darum: {{marks}}. Längste Pause: {{maxGapMs}} ms. Gespeichert.',
  layout: { us: 'US', uk: 'Britisch', fr: 'Französisch', de: 'Deutsch' },
  end: { enter: 'Enter', tab: 'Tab', none: 'nichts' },
  noMarks: 'keine',
  marks: '„{{prefix}}“ davor, „{{suffix}}“ danach',
  capsLockOn: 'Die Feststelltaste war an. Scans schadet das nicht.',
  noEnd:
    'Besser: Stellen Sie den Scanner so ein, dass er nach jedem Code Enter sendet. Dann sind auch kurze Codes und schnelle Scans sicher.',
  refused: 'Abgelehnt',
  came: 'Empfangen: {{came}}',
  problem: {
    caps_lock:
      'Klein- und Großbuchstaben sind vertauscht. Schalten Sie an diesem PC die Feststelltaste aus und im Scanner „Caps Lock Override“. Scannen Sie dann erneut.',
    pc_layout:
      'Dieser PC liest den Scanner mit einer anderen Tastaturbelegung. Stellen Sie den Scanner auf die Belegung dieses PCs oder den PC auf US. Scannen Sie dann erneut.',
    keys_lost:
      'Zeichen gingen verloren. Stellen Sie im Scanner eine längere Pause zwischen den Zeichen ein. Scannen Sie dann erneut.',
    too_slow:
      'Der Scanner tippt so langsam wie ein Mensch. Stellen Sie im Scanner eine kürzere Pause zwischen den Zeichen ein. Scannen Sie dann erneut.',
    unreadable:
      'Das ist kein Code des Blatts, oder er kam verstümmelt an. Stellen Sie den Scanner auf „USB-Tastatur, US“ und scannen Sie das Blatt erneut.',
    layouts_differ:
      'Die Codes kamen in verschiedenen Tastaturbelegungen. Stellen Sie den Scanner auf „USB-Tastatur, US“. Beginnen Sie dann von vorn.',
    marks_differ:
      'Der Scanner hat verschiedene Zeichen um die Codes gesetzt. Stellen Sie für alle Codes dasselbe Präfix und Suffix ein. Beginnen Sie dann von vorn.',
    endings_differ:
      'Manche Codes endeten mit Enter oder Tab, andere nicht. Stellen Sie für alle Codes dasselbe Ende ein. Beginnen Sie dann von vorn.',
  },
  settings: 'Wie der Scanner tippt',
  settingsHint: 'Das Kalibrieren füllt dies aus.',
  scannerLayout: 'Tastatur, auf die der Scanner eingestellt ist',
  terminator: 'Ein Code endet mit',
  prefix: 'Vor jedem Code',
  suffix: 'Nach jedem Code',
  marksHint: 'Wird entfernt. Ein Code ohne dies gilt als abgeschnitten.',
  groupSeparator: 'Anstelle von FNC1',
  groupSeparatorHint: 'Für GS1-Codes, wenn der Scanner weder Strg+] noch F8 tippen kann.',
  maxGap: 'Längste Pause zwischen Zeichen (ms)',
  maxGapProblem: 'Eine ganze Zahl von 5 bis 250.',
}
