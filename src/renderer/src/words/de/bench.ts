import type { Words } from '../dictionary'

export const nextStep: Words['nextStep'] = {
  label: 'Nächster Schritt',
  progress: '{{done}} von {{goods}}',
  scan_items_one: '{{count}} Artikel scannen',
  scan_items_other: '{{count}} Artikel scannen',
  scan_more_one: 'Noch {{count}} Artikel scannen',
  scan_more_other: 'Noch {{count}} Artikel scannen',
  scan_label: 'Etikett scannen oder BESTÄTIGEN',
  confirm: 'BESTÄTIGEN scannen oder F9',
  ship: 'Gepackt: VERSENDEN, oder nächste',
  held_elsewhere: 'An anderem Platz',
  take_hold_off: 'Zurückgestellt. Freigeben: ZURÜCKSTELLEN. Andere: NÄCHSTE',
  next_order: 'Alles gepackt. Nächste Bestellung scannen',
}

export const sound: Words['sound'] = {
  volume: 'Lautstärke',
  silent: 'Stumm: Sehen Sie auf den Bildschirm',
  speech: 'Antworten vorlesen',
  speechHint: 'In der Sprache des Bildschirms.',
  tones: 'So klingt es',
  play: 'Abspielen: {{tone}}',
  stopsHint: 'Jede Antwort steht auch in Worten und Farbe da.',
  names: {
    accepted: 'Angenommen',
    complete: 'Alles gescannt',
    wrong: 'Falsch',
    already: 'Schon gescannt',
    busy: 'An anderem Platz',
    unknown: 'Unbekannter Code',
    alarm: 'Alarm',
  },
}
