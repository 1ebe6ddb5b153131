import type { Words } from '../dictionary'

export const leave: Words['leave'] = {
  title: 'Offene Vorgänge und Verlassen',
  open_zero: 'Nichts ist offen: alles, was Sie bestätigt haben, ist beim Marktplatz.',
  open_one: '{{count}} Vorgang ist offen: er ist noch nicht beim Marktplatz oder zu klären.',
  open_other: '{{count}} Vorgänge sind offen: sie sind noch nicht beim Marktplatz oder zu klären.',
  training: 'In der Übung muss nichts aufgehoben werden: Verlassen geht immer.',
  fileHint:
    'Eine Datei mit offenen Vorgängen kann wieder eingelesen werden, hier oder an einem anderen Packplatz desselben Kontos. Jeder wird erst beim Marktplatz gesucht und nach zwei Minuten gesendet, wenn er dort fehlt.',
  export: 'Offene Vorgänge exportieren',
  import: 'Aus Datei einlesen …',
  imported_zero: 'In der Datei war nichts Neues.',
  imported_one: '{{count}} Vorgang wurde übernommen und wird geprüft.',
  imported_other: '{{count}} Vorgänge wurden übernommen und werden geprüft.',
  known_one: '{{count}} war schon hier.',
  known_other: '{{count}} waren schon hier.',
  ways: { quit: 'Packbench beenden', reset: 'Packplatz zurücksetzen' },
  resetHint:
    'Vergisst dieses Konto auf diesem PC: Bestellungen, Verlauf, Einstellungen, Token und Sicherungen.',
  resetTitle: 'Diesen Packplatz zurücksetzen?',
  resetText:
    'Dieser PC vergisst das Konto: seine Bestellungen, den Verlauf der Vorgänge, die Einstellungen, das Token und die Sicherungen. Dateien mit exportierten Vorgängen bleiben. Die Bestellungen kommen vom Marktplatz zurück, wenn er wieder verbunden ist.',
  resetYes: 'Zurücksetzen',
  no: 'Zurück',
  opsOpen:
    'Einige Vorgänge sind noch nicht erledigt. Schließen Sie sie im Postausgang ab, verwerfen Sie sie oder nehmen Sie sie mit:',
  exportAnd: {
    quit: 'Exportieren und beenden',
    reset: 'Exportieren und zurücksetzen',
    switch: 'Exportieren und weiter',
  },
  exportAndHint: 'Sie enden hier und gehen nur dort weiter, wo die Datei eingelesen wird.',
  exportedTitle_one: '{{count}} Vorgang ist in einer Datei',
  exportedTitle_other: '{{count}} Vorgänge sind in einer Datei',
  exportedCopy: 'Das ist eine Kopie. Hier geht es weiter wie bisher.',
  exportedMoved:
    'Hier enden sie. Sie gehen nur dort weiter, wo diese Datei eingelesen wird: heben Sie sie auf.',
  unsavedTitle_one: '{{count}} Vorgang ist noch in keiner Datei',
  unsavedTitle_other: '{{count}} Vorgänge sind noch in keiner Datei',
  unsavedText:
    'Die Festplatte dieses PCs ist voll. Speichern Sie die Datei auf einem anderen Datenträger. Das ist eine Kopie: Hier geht es weiter wie bisher.',
  unsavedSave: 'Datei speichern',
  exportedOk: 'Verstanden',
  quitDone: 'Packbench ist beendet. Sie können dieses Fenster schließen.',
}
