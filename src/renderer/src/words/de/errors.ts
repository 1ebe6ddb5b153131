import type { Words } from '../dictionary'

export const errors: Words['errors'] = {
  invalid_request: 'Packbench hat die Eingabe nicht angenommen.',
  order_not_found: 'Der Marktplatz kennt diese Bestellung nicht.',
  order_canceled: 'Diese Bestellung ist storniert. Nicht packen.',
  order_on_hold: 'Diese Bestellung ist zurückgestellt. Geben Sie sie erst frei.',
  order_elsewhere: 'Diese Bestellung liegt an einem anderen Platz. Übernehmen Sie sie erst.',
  no_lines: 'Kein Artikel ist gewählt.',
  line_unknown: 'Einer der gewählten Artikel ist nicht mehr in dieser Bestellung.',
  line_is_fee: 'Eine Versandgebühr kann nicht gepackt werden.',
  line_taken: 'Einer der gewählten Artikel ist schon in einer anderen Sendung.',
  line_elsewhere: 'Ein anderer Platz hat einen der gewählten Artikel schon gepackt.',
  shipment_not_found: 'Diese Sendung ist nicht mehr hier.',
  move_not_allowed: 'Der Zustand der Sendung erlaubt das nicht mehr.',
  confirmation_needed: 'Das muss erst bestätigt werden.',
  time_problem: 'Eine Zeit fehlt oder ist nicht möglich. Siehe die Felder.',
  carrier_locked: 'Die Sendung ist versendet: Versanddienst und Tracking sind nicht mehr zu ändern.',
  label_used: 'Diese Trackingnummer ist schon auf einem Paket einer anderen Bestellung.',
  tracking_url:
    'Die Seite zur Sendungsverfolgung muss eine Webadresse sein, die mit https:// oder http:// beginnt.',
  op_not_found: 'Dieser Vorgang ist nicht mehr hier.',
  answer_not_safe: 'Das ist jetzt nicht sicher: es könnte dasselbe zweimal tun.',
  unreachable: 'Der Marktplatz antwortet nicht. Prüfen Sie Netz und Adresse.',
  unauthorized: 'Der Marktplatz hat das Zugriffstoken abgelehnt.',
  not_marketplace: 'Unter dieser Adresse ist keine Partner-API.',
  account_unproven:
    'Nichts zeigt, ob dieses Token zum selben Konto gehört. Das muss eine Aufsicht entscheiden.',
  address_insecure:
    'Die Adresse muss mit https:// beginnen. Ohne Verschlüsselung (http://) darf sie nur auf diesem PC liegen.',
  provisioned: 'Die Verbindung ist von Ihrer IT festgelegt und kann hier nicht geändert werden.',
  order_shipped: 'Eine Sendung dieser Bestellung ist unterwegs; sie kann nicht mehr storniert werden.',
  refund_amount: 'Dieser Betrag kann nicht erstattet werden.',
  item_not_found: 'Der Marktplatz kennt diesen Artikel nicht.',
  item_exists: 'Es gibt schon einen Artikel mit dieser eigenen Nummer.',
  item_not_listed: 'Nur ein angebotener Artikel kann vom Marktplatz genommen werden.',
  clock_differs:
    'Die Uhr dieses PCs geht falsch, darum werden keine Zeiten festgehalten. Stellen Sie sie oder bestätigen Sie, dass sie richtig geht.',
  training_only: 'Übungsfälle gibt es nur im Übungsmodus.',
  no_printer: 'Der Drucker ist nicht da. Wählen Sie einen unter Einstellungen, Drucken.',
  printer_refused:
    'Der Drucker hat das Dokument nicht angenommen. Sehen Sie nach ihm und versuchen Sie es neu.',
  print_blocked:
    'Der Browser hat seinen Druckdialog nicht geöffnet. Erlauben Sie Dialoge für diese Seite und versuchen Sie es neu.',
  nothing_to_print: 'Es gibt nichts zu drucken.',
  file_unreadable:
    'Das ist keine Datei mit offenen Vorgängen, oder sie ist beschädigt. Nichts wurde importiert.',
  file_too_large: 'Diese Datei ist zu groß: höchstens 50.000 Vorgänge und 40 MB.',
  file_untrusted:
    'Nichts belegt, dass einer Ihrer Packplätze diese Datei geschrieben hat: Sie wurde verändert oder mit einem anderen Zugangstoken exportiert. Nichts wurde importiert. Legen Sie in den Einstellungen beider Packplätze dasselbe Gruppenpasswort fest und exportieren Sie erneut.',
  other_account: 'Diese Datei gehört zu einem anderen Konto.',
  backup_not_found: 'Diese Sicherung ist nicht mehr da.',
  backup_unusable: 'Diese Sicherung ist beschädigt. Nichts wurde geändert.',
  ops_open:
    'Einige Vorgänge sind noch nicht erledigt. Schließen Sie sie im Postausgang ab oder verwerfen Sie sie.',
  badge_unknown: 'Dieser Ausweis meldet niemanden an. Fragen Sie die Leitung.',
  pin_wrong: 'Diese PIN ist falsch.',
  too_many_tries: 'Zu viele falsche PINs. Scannen Sie den Ausweis, oder warten Sie und versuchen Sie es neu.',
  sign_in_needed: 'Niemand ist angemeldet. Scannen Sie erst Ihren Ausweis.',
  station_locked: 'Der Packplatz ist gesperrt. Scannen Sie erst Ihren Ausweis.',
  supervisor_needed: 'Das darf nur die Leitung.',
  not_supervisor: 'Das kann nur ein Ausweis oder eine PIN der Leitung erlauben.',
  not_lendable: 'Dafür muss sich die Leitung selbst anmelden.',
  evidence_unusable: 'Das Protokoll kann gerade nicht gelesen werden. Siehe Alarm.',
  disk_full:
    'Die Festplatte ist voll. Nichts wurde gespeichert. Schaffen Sie Platz und versuchen Sie es neu.',
  database_error: 'Packbench konnte nicht in seine Datenbank schreiben. Nichts wurde gespeichert.',
  session_missing: 'Dieses Fenster hat keine Sitzung. Schließen Sie es und starten Sie Packbench neu.',
  internal: 'In Packbench ist etwas schiefgegangen. Nichts wurde gespeichert.',
}

export const timeProblems: Words['timeProblems'] = {
  missing: 'Geben Sie eine Zeit ein.',
  unparsable: 'Diese Zeit gibt es nicht. Schreiben Sie sie wie {{example}}.',
  in_future: 'Diese Zeit liegt in der Zukunft.',
  too_old: 'Diese Zeit liegt mehr als ein Jahr zurück.',
  before_packed: 'Da war die Sendung noch nicht gepackt ({{packedAt}}).',
  before_shipped: 'Da war die Sendung noch nicht versendet ({{shippedAt}}).',
  after_next_step: 'Das ist nach einem späteren Schritt derselben Sendung.',
  too_far: 'Das ist mehr als ein Jahr voraus.',
}

export const errorCodes: Words['outbox']['errorCodes'] = {
  unreachable: 'der Marktplatz ist nicht erreichbar',
  unclear: 'die Verbindung brach ab, bevor eine Antwort kam',
  server_error: 'der Marktplatz hatte selbst einen Fehler',
  unexpected_answer: 'die Antwort war keine des Marktplatzes',
  unauthorized: 'das Zugriffstoken wurde abgelehnt',
  not_found: 'der Marktplatz kennt es nicht',
  unprocessable: 'als ungültig abgelehnt',
  rate_limited: 'der Marktplatz bat zu warten',
  too_large: 'die Antwort war zu groß',
  invalid_request: 'es passt nicht zu den Regeln des Marktplatzes und wurde nicht gesendet',
  behind: 'der Marktplatz zeigt einen älteren Stand der Bestellung; sobald er aufgeholt hat, geht es weiter',
  other: 'Code {{code}}',
}
