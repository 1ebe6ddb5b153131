import type { Words } from '../dictionary'

const titles: Words['alarms']['titles'] = {
  order_canceled: 'Bestellung {{orderId}} ist STORNIERT. Paket herausnehmen',
  duplicate: 'Bestellung {{orderId}}: eine Sendung ist vielleicht doppelt',
  lines_elsewhere: 'Bestellung {{orderId}}: jemand anders hat das gepackt',
  vanished: 'Bestellung {{orderId}}: Bestätigtes fehlt beim Marktplatz',
  item_vanished: 'Eine bestätigte Artikeländerung fehlt beim Marktplatz',
  data_salvaged: 'Die Daten dieses Packplatzes waren beschädigt',
  data_restored: 'Eine Sicherung wurde zurückgeholt',
  ops_imported: 'Vorgänge wurden aus einer Datei übernommen',
  evidence_stopped: 'Das Protokoll kann nicht geschrieben werden',
  evidence_renewed: 'Das Protokoll beginnt neu',
  evidence_altered: 'Das Protokoll wurde von außen verändert',
}

const texts: Words['alarms']['texts'] = {
  order_canceled: 'Sie wurde storniert, nachdem sie hier gepackt wurde. Nicht versenden. Nehmen Sie heraus:',
  duplicate:
    'Der Marktplatz hat mehr als eine Sendung für dieselben Artikel; der Käufer könnte sie zweimal bekommen. Behalten Sie eine und stornieren Sie die andere, solange sie gepackt ist:',
  lines_elsewhere:
    'Artikel, die hier gepackt wurden, sind jetzt in einer anderen Sendung. Halten Sie dieses Paket an und sehen Sie nach:',
  vanished:
    'Der Marktplatz hat es bestätigt, zeigt es aber nicht oder nicht mehr. Halten Sie das Paket an, wenn es noch hier ist, und öffnen Sie die Bestellung: Was zu entscheiden ist, steht unter „Zu klären“.',
  item_vanished:
    'Der Marktplatz hat sie bestätigt, zeigt sie aber nicht. Was zu entscheiden ist, steht unter „Zu klären“.',
  data_salvaged_one: '{{count}} unerledigter Vorgang wurde daraus gerettet. Er wird jetzt geprüft.',
  data_salvaged_other: '{{count}} unerledigte Vorgänge wurden daraus gerettet. Sie werden jetzt geprüft.',
  data_restored_one:
    '{{count}} offener Vorgang kam damit zurück. Er wird geprüft, bevor etwas gesendet wird.',
  data_restored_other:
    '{{count}} offene Vorgänge kamen damit zurück. Sie werden geprüft, bevor etwas gesendet wird.',
  ops_imported_one: '{{count}} offener Vorgang kam dazu. Er wird geprüft, bevor etwas gesendet wird.',
  ops_imported_other: '{{count}} offene Vorgänge kamen dazu. Sie werden geprüft, bevor etwas gesendet wird.',
  evidence_stopped:
    'Was getan wird, steht zurzeit nicht im Protokoll. Das Packen geht weiter. Prüfen Sie, ob die Festplatte Platz hat und der Datenordner beschrieben werden darf.',
  evidence_renewed:
    'Die Datei war beschädigt oder fehlte. Eine beschädigte liegt neben der neuen im Datenordner. Sagen Sie es der Leitung.',
  evidence_altered:
    'Es endet nicht so, wie Packbench es hinterlassen hat. Sagen Sie es der Leitung: Einstellungen, Protokoll, „Prüfen“ zeigt die Stelle.',
}

export const alarms: Words['alarms'] = {
  list: 'Alarme und Hinweise',
  open_one: '{{count}} Alarm',
  open_other: '{{count}} Alarme',
  more_one: 'und danach noch {{count}}',
  more_other: 'und danach noch {{count}}',
  raisedAt: 'Bemerkt {{at}}',
  titles,
  texts,
  shipment: 'Sendung {{index}}',
  shipmentUnknown: 'Eine Sendung, die nicht mehr auf diesem Packplatz ist',
  ours: 'hier gepackt',
  theirs: 'woanders gepackt',
  tracking: 'Tracking {{trackingNumber}}',
  noTracking: 'keine Trackingnummer',
  packedAt: 'gepackt {{at}}',
  lines_one: '{{count}} Artikel',
  lines_other: '{{count}} Artikel',
  openOrder: 'Bestellung {{orderId}} öffnen',
  cancelOurs: 'Unsere stornieren …',
  seen: {
    order_canceled: 'Gesehen: ich nehme es heraus',
    duplicate: 'Gesehen',
    lines_elsewhere: 'Gesehen: ich halte es an',
    vanished: 'Gesehen: ich kümmere mich',
    item_vanished: 'Gesehen',
    data_salvaged: 'Gesehen',
    data_restored: 'Gesehen',
    ops_imported: 'Gesehen',
    evidence_stopped: 'Gesehen',
    evidence_renewed: 'Gesehen',
    evidence_altered: 'Gesehen',
  },
  later: 'Nicht jetzt',
  asideTitle_one: '{{count}} Alarm ist nicht erledigt',
  asideTitle_other: '{{count}} Alarme sind nicht erledigt',
  show: 'Zeigen',
  close: 'Schließen',
  none: 'Kein Alarm ist offen.',
  benchTitle: 'Bestellung {{orderId}} wurde STORNIERT, während Sie sie packen',
  benchText: 'Halt. Legen Sie die Artikel zurück. Nichts davon wird mehr gepackt.',
  benchSeen: 'Gesehen: ich lege es zurück',
}

export const account: Words['account'] = {
  offlineTitle: 'Keine Verbindung zum Marktplatz',
  offlineText_zero:
    'Packen Sie weiter. Was Sie bestätigen, ist hier gespeichert und geht hinaus, sobald die Verbindung wieder da ist.',
  offlineText_one:
    'Packen Sie weiter. {{count}} Vorgang ist hier gespeichert und geht hinaus, sobald die Verbindung wieder da ist.',
  offlineText_other:
    'Packen Sie weiter. {{count}} Vorgänge sind hier gespeichert und gehen hinaus, sobald die Verbindung wieder da ist.',
  silentTitle: 'Der Marktplatz antwortet nicht',
  silentText:
    'Packen Sie weiter. Was Sie bestätigen, ist hier gespeichert und geht hinaus, sobald er wieder antwortet.',
  failingTitle: 'Der Marktplatz antwortet mit Fehlern',
  failingText:
    'Packen Sie weiter. Was Sie bestätigen, ist hier gespeichert und geht hinaus, sobald er wieder arbeitet.',
  foreignTitle: 'Etwas anderes antwortet anstelle des Marktplatzes',
  foreignText:
    'Vielleicht eine Anmeldeseite des Netzes: Öffnen Sie einen Browser und melden Sie sich dort an. Packen Sie weiter; alles ist hier gespeichert.',
  throttledTitle: 'Der Marktplatz ist ausgelastet bis {{until}}',
  throttledText: 'Er hat diesen Packplatz um Geduld gebeten. Packen Sie weiter; danach geht alles hinaus.',
  clock: {
    differsTitle: 'Die Uhr dieses PCs geht {{by}} {{direction}}',
    differsText: 'Mit ihr werden Zeiten festgehalten. Stellen Sie die Uhr des PCs bald.',
    refusedTitle: 'Die Uhr dieses PCs geht {{by}} {{direction}}: Packen ist nicht möglich',
    refusedText:
      'Stellen Sie die Uhr des PCs. Geht sie richtig und die des Marktplatzes falsch, bestätigen Sie das.',
    confirm: 'Die Uhr dieses PCs geht richtig',
    ahead: 'vor',
    behind: 'nach',
  },
  confirmedState: 'Uhr bestätigt',
}
