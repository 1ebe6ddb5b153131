import type { Words } from '../dictionary'
import { errorCodes } from './errors'

const heldReasons: Words['outbox']['heldReasons'] = {
  refused: 'Der Marktplatz hat es abgelehnt.',
  not_found: 'Der Marktplatz kennt es nicht mehr.',
  unconfirmed: 'Es wurde gesendet, aber niemand weiß, ob es ankam.',
  order_canceled: 'Die Bestellung wurde storniert. Nehmen Sie dieses Paket heraus.',
  order_shipped: 'Eine Sendung der Bestellung ist schon unterwegs.',
  item_exists: 'Der Marktplatz hat schon einen Artikel mit dieser eigenen Nummer.',
  item_changed: 'Der Zustand des Artikels erlaubt das nicht.',
  line_taken: 'Ein Artikel ist schon in einer anderen Sendung.',
  duplicate: 'Der Marktplatz hat mehr als eine Sendung für diese Artikel.',
  shipment_unknown: 'Seine Sendung kam nie beim Marktplatz an.',
  shipment_changed: 'Jemand anders hat die Sendung weitergeführt; das passt nicht mehr.',
  unreadable: 'Der Eintrag ist nicht lesbar.',
  vanished: 'Der Marktplatz hat es bestätigt, zeigt es aber nicht.',
  forbidden: 'Der Marktplatz lässt es dieses Token weder sehen noch ändern.',
  keeps_failing: 'Der Marktplatz scheitert daran seit einer Stunde.',
  cannot_look: 'Der Marktplatz kann es seit einer Stunde nicht zeigen.',
  clock_wrong: 'Die Uhr des PCs ging falsch, als dies erfasst wurde.',
}

const refundReasons: Words['outbox']['refundReasons'] = {
  duplicate: 'Der Marktplatz zeigt mehr als eine Erstattung, die diese sein könnte.',
  order_canceled: 'Die Bestellung wurde storniert; das erstattet sie von selbst.',
  unconfirmed: 'Es wurde gesendet, aber niemand weiß, ob es ankam. Geld wird nie ungefragt zweimal gesendet.',
}

const heldAdvice: Words['op']['advice'] = {
  refused:
    'Dort wurde nichts geändert. Sehen Sie nach, was die Bestellung zeigt; dann neu senden oder verwerfen.',
  not_found: 'Prüfen Sie, ob es noch da ist. Dann neu senden oder verwerfen.',
  unconfirmed: 'Sehen Sie nach, was der Marktplatz zeigt. Erneut prüfen, oder sagen, welche es ist.',
  order_canceled: 'Nicht versenden. Nehmen Sie das Paket auseinander und verwerfen Sie dies.',
  order_shipped:
    'Die Bestellung kann nicht mehr storniert werden. Eine Erstattung ist noch möglich. Verwerfen Sie dies.',
  item_exists: 'Verwerfen Sie dies, oder senden Sie es neu, wenn der andere Artikel weg ist.',
  item_changed:
    'Sehen Sie den Artikel an. Verwerfen Sie dies, oder senden Sie es neu, wenn er angeboten wird.',
  line_taken:
    'Finden Sie heraus, wessen Paket das richtige ist. Ihres: „Diese ist es“. Sonst nehmen Sie Ihres heraus und verwerfen dies.',
  duplicate:
    'Sagen Sie, welche es ist. Überzählige Sendungen lassen sich stornieren, solange sie gepackt sind.',
  shipment_unknown:
    'Lösen Sie, was bei dieser Sendung davor kam. Dann senden Sie dies neu oder verwerfen es.',
  shipment_changed: 'Sehen Sie nach, was der Marktplatz zeigt. Stimmt das, verwerfen Sie dies.',
  unreadable:
    'Eine andere Version von Packbench hat es geschrieben. Prüfen Sie es mit jener Version, oder verwerfen Sie es.',
  vanished:
    'Prüfen Sie erneut: Es wird gesucht und neu gesendet, wenn es nach zwei Minuten noch fehlt. Eine Erstattung wird nie ungefragt neu gesendet. Verwerfen Sie es, wenn es nicht mehr gewünscht ist.',
  forbidden: 'Erneut prüfen. Wird es wieder abgelehnt, ein Token eingeben, das dies darf, oder verwerfen.',
  keeps_failing:
    'Dort ist es nicht geschehen. Sagen Sie es dem Marktplatz, dann erneut senden oder verwerfen.',
  cannot_look: 'Sagen Sie es dem Marktplatz. Dann erneut prüfen oder verwerfen.',
  clock_wrong:
    'Übernehmen Sie die berichtigte Zeit. Wenn die Uhr des PCs richtig ging, senden Sie dies unverändert.',
}

const explanations: Words['op']['explanations'] = {
  order_canceled: 'Die Bestellung ist storniert.',
  line_taken: '{{line}} ist schon in einer anderen Sendung.',
  line_gone: '{{line}} ist nicht mehr in der Bestellung.',
  line_is_fee: '{{line}} ist eine Versandgebühr; die wird nicht gepackt.',
  shipment_gone: 'Die Bestellung zeigt diese Sendung nicht mehr.',
  shipment_shipped: 'Die Sendung ist schon unterwegs.',
  shipment_canceled: 'Die Sendung wurde storniert.',
  carrier_locked: 'Die Sendung ist versendet: Versanddienst und Tracking sind nicht mehr zu ändern.',
  order_shipped: 'Sendung Nr. {{id}} ist unterwegs; die Bestellung kann nicht storniert werden.',
  refund_above_rest: 'Von der Bestellung sind nur noch {{amount}} zu erstatten.',
  unexplained: 'Der Marktplatz nannte keinen Grund, und nichts in der Bestellung erklärt es.',
}

const changes: Words['op']['changes'] = {
  order_state: 'Die Bestellung ging von „{{from}}“ zu „{{to}}“.',
  order_canceled: 'Die Bestellung wurde storniert.',
  order_canceledWhy: 'Die Bestellung wurde storniert: {{to}}.',
  shipment_added: 'Sendung Nr. {{id}} ist neu. Sie ist {{to}}.',
  shipment_gone: 'Sendung Nr. {{id}} ist weg.',
  shipment_state: 'Sendung Nr. {{id}} ging von {{from}} zu {{to}}.',
  line_moved: '{{line}} ging von Sendung Nr. {{from}} in Nr. {{to}}.',
  line_movedIn: '{{line}} kam in Sendung Nr. {{to}}.',
  line_movedOut: '{{line}} kam aus Sendung Nr. {{from}} heraus.',
  line_added: '{{line}} kam in die Bestellung.',
  line_gone: '{{line}} ist nicht mehr in der Bestellung.',
  refund_added: '{{to}} wurden erstattet.',
  amount: 'Die Summe der Bestellung ging von {{from}} zu {{to}}.',
}

const events: Words['op']['events'] = {
  capture: 'Hier bestätigt',
  claim: 'Gesendet',
  confirm: 'Beim Marktplatz',
  postpone: 'Nicht angenommen, bleibt hier',
  lose: 'Gesendet, aber keine Antwort kam',
  retry: 'Dort nicht gefunden, geht wieder hinaus',
  hold: 'Zu klären',
  recheck: 'Wird erneut geprüft',
  release: 'Wird neu gesendet',
  adopt: 'Erkannt: „Diese ist es“',
  discard: 'Verworfen',
  follow: 'Verworfen mit dem, was davor kam',
  correct: 'Zeit berichtigt',
  annihilate: 'Vor dem Senden zurückgenommen',
  restore: 'Zurückgeholt, wird geprüft',
  export: 'Geht aus einer Datei weiter',
  vanish: 'Bestätigt, aber nicht da',
  appear: 'Doch noch da',
}

const opKinds: Words['outbox']['kinds'] = {
  create_shipment: 'Packen',
  ship_shipment: 'Versenden',
  deliver_shipment: 'Zustellen',
  cancel_shipment: 'Sendung stornieren',
  cancel_order: 'Bestellung stornieren',
  create_refund: 'Erstatten',
  create_item: 'Artikel anbieten',
  update_item: 'Artikel ändern',
  delist_item: 'Artikel herausnehmen',
}

const opStates: Words['outbox']['states'] = {
  ready: 'Wartet',
  sending: 'Wird gesendet',
  unknown: 'Gesendet, unbestätigt: wird geprüft',
  confirmed: 'Erledigt',
  held: 'Zu klären',
  discarded: 'Verworfen',
}

export const outbox: Words['outbox'] = {
  title: 'Postausgang',
  viewsLabel: 'Welche Vorgänge',
  views: { open: 'Offen', held: 'Zu klären', all: 'Alle' },
  list: 'Liste der Vorgänge',
  count_one: '{{count}} Vorgang',
  count_other: '{{count}} Vorgänge',
  order: 'Bestellung {{orderId}}',
  captured: 'Bestätigt {{at}} von {{by}}',
  fileLine: 'Zeile {{line}} ergibt keinen Sinn.',
  fromFile: 'laut Datei: {{name}}',
  capturedByNobody: 'Bestätigt {{at}}',
  sent: 'Gesendet {{at}}',
  settled: 'Abgeschlossen {{at}}',
  attempts_one: '{{count}} Versuch',
  attempts_other: '{{count}} Versuche',
  lastError: 'Letzter Fehler: {{words}}',
  status: '(HTTP {{status}})',
  discardReason: 'Verworfen, weil: {{reason}}',
  empty: {
    open: 'Nichts wartet: alles, was Sie bestätigt haben, ist beim Marktplatz.',
    held: 'Nichts ist zu klären.',
    all: 'Noch kein Vorgang.',
  },
  answers: {
    check: 'Erneut prüfen',
    resend: 'Neu senden',
    adopt: 'Diese ist es',
    correct: 'Zeit berichtigen',
    discard: 'Verwerfen',
  },
  item: 'Artikel {{itemKey}}',
  details: 'Ansehen',
  back: 'Zurück',
  opening: 'Vorgang wird geöffnet …',
  discardTitle: '„{{kind}}“ ({{subject}}) verwerfen?',
  discardText: 'Es wird nicht gesendet. Der Grund bleibt im Verlauf.',
  reason: 'Grund',
  reasonMissing: 'Schreiben Sie, warum.',
  discardYes: 'Verwerfen',
  discardNo: 'Behalten',
  neverSent: 'Es wurde zurückgenommen, bevor es gesendet wurde.',
  followed: 'Was bei dieser Sendung davor kam, wurde verworfen.',
  kinds: opKinds,
  states: opStates,
  heldReasons,
  refundReasons,
  errorCodes,
}

export const op: Words['op'] = {
  why: 'Was zu klären ist',
  now: 'Stand',
  states: {
    ready: 'Es ist auf diesem Packplatz gespeichert und geht hinaus, sobald es kann.',
    sending: 'Es wird gerade gesendet.',
    unknown:
      'Es wurde gesendet, und keine Antwort kam. Packbench sucht es, bevor wieder etwas gesendet wird.',
    confirmed: 'Es ist beim Marktplatz.',
    held: 'Nichts geschieht damit, bevor Sie entscheiden.',
    discarded: 'Es wurde aufgegeben und wird nicht gesendet.',
  },
  advice: heldAdvice,
  do: 'Was Sie tun können',
  hints: {
    check: 'Sieht noch einmal beim Marktplatz nach und sendet nichts.',
    resend: 'Sendet dasselbe noch einmal.',
    correct: 'Es wurde nie gesendet; seine Zeit lässt sich noch richtigstellen.',
    discard: 'Es wird nie gesendet. Es bleibt mit Ihrem Grund im Verlauf.',
  },
  asked: 'Was verlangt wurde',
  fields: {
    order_line_ids: 'Artikel',
    carrier: 'Versanddienst',
    tracking_number: 'Tracking',
    tracking_url: 'Tracking-Adresse',
    warehouse_id: 'Lager',
    packed_at: 'Gepackt',
    shipped_at: 'Versendet',
    expected_to_deliver_at: 'Erwartet',
    delivered_at: 'Zugestellt',
    canceled_at: 'Storniert',
    amount: 'Betrag',
  },
  times: {
    packedAt: 'Gepackt am',
    shippedAt: 'Versendet am',
    expectedToDeliverAt: 'Zustellung erwartet am',
    deliveredAt: 'Zugestellt am',
    canceledAt: 'Storniert am',
  },
  nothingAsked: 'Mehr nicht.',
  line: 'Zeile {{id}}',
  changed: 'Was sich beim Marktplatz geändert hat',
  lookedAt: 'Nachgesehen {{at}}',
  noChange: 'Seit der Bestätigung hat sich an der Bestellung nichts geändert.',
  explanations,
  changes,
  candidates: 'Was der Marktplatz zeigt',
  candidatesHint: 'Vergleichen Sie mit dem Paket vor Ihnen.',
  candidate: 'Sendung Nr. {{id}}',
  candidateRefund: 'Erstattung Nr. {{id}}',
  state: 'Zustand',
  carries: 'Artikel',
  carriesNone: 'keine mehr',
  extraOne: 'Die andere stornieren, Nr. {{ids}}: sie ist noch gepackt',
  extraMany: 'Die anderen stornieren, Nr. {{ids}}: sie sind noch gepackt',
  order: 'Die Bestellung jetzt',
  openOrder: 'Bestellung {{orderId}} öffnen',
  item: 'Der Artikel, wie zuletzt gelesen',
  openItem: 'Artikel öffnen',
  refusedItem:
    'Dort wurde nichts geändert. Vergleichen Sie, was verlangt wurde, mit dem Artikel und den Regeln des Marktplatzes. Senden Sie es neu, oder verwerfen Sie es und geben es neu ein.',
  history: 'Verlauf',
  events,
  by: 'von {{by}}',
  refundTitle: 'Erstattung von {{amount}} noch einmal senden?',
  refundText:
    'Kam die erste doch an, bekommt der Käufer {{amount}} zweimal. Sehen Sie vorher die Erstattungen der Bestellung an.',
  refundYes: '{{amount}} noch einmal erstatten',
  refundNo: 'Nicht senden',
  proposed: 'Berichtigte Zeiten',
  proposedTime: '{{field}}: {{now}} statt {{before}}',
  takeProposed: 'Mit diesen Zeiten senden',
  takeProposedHint:
    'Spätere Schritte der Sendung werden mit berichtigt. Die alten Zeiten bleiben im Verlauf.',
  clockReason: 'Die Uhr des PCs ging falsch.',
  correctTitle: 'Zeit berichtigen: {{kind}}',
  correctText: 'Die alte Zeit und Ihr Grund bleiben im Verlauf.',
  correctYes: 'Berichtigen',
  correctNo: 'Lassen',
  correctNothing: 'Ändern Sie erst eine Zeit.',
}
