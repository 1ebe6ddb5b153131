import type { Words } from '../dictionary'

const moves: Words['shipments']['moves'] = {
  ship: 'Als versendet melden',
  deliver: 'Als zugestellt melden',
  cancel: 'Sendung stornieren',
}

export const dropChoice: Words['dropChoice'] = {
  title: 'Bestellung {{orderId}} ist noch nicht gepackt',
  text_one:
    'Dort ist {{count}} Artikel gewählt. Wenn Sie eine andere Bestellung öffnen, geht diese Auswahl verloren.',
  text_other:
    'Dort sind {{count}} Artikel gewählt. Wenn Sie eine andere Bestellung öffnen, geht diese Auswahl verloren.',
  keep: 'Zurück zu Bestellung {{orderId}}',
  drop: 'Auswahl verwerfen und Bestellung {{orderId}} öffnen',
}

export const order: Words['order'] = {
  title: 'Bestellung {{orderId}}',
  states: { paid: 'Bezahlt', canceled: 'Storniert', canceling: 'Wird storniert' },
  back: 'Zurück zu den Bestellungen',
  refresh: 'Neu lesen',
  opening: 'Bestellung {{orderId}} wird geöffnet …',
  backShort: 'Zurück',
  bought: 'Gekauft {{at}} ({{age}})',
  amount: 'Summe {{amount}}',
  readAt: 'Gelesen {{age}}',
  canceledTitle: 'STORNIERT. Nicht packen, nicht versenden.',
  canceledText:
    'Der Marktplatz hat diese Bestellung storniert. Nehmen Sie das Paket heraus und legen Sie die Artikel zurück.',
  canceledReason: 'Grund: {{reason}}',
  lost_one:
    '{{count}} gewählter Artikel kam in eine andere Sendung oder ist nicht mehr in der Bestellung. Prüfen Sie, was auf dem Packtisch liegt.',
  lost_other:
    '{{count}} gewählte Artikel kamen in eine andere Sendung oder sind nicht mehr in der Bestellung. Prüfen Sie, was auf dem Packtisch liegt.',
  more: 'Mehr vom Marktplatz',
}

export const lines: Words['lines'] = {
  title: 'Artikel',
  chosen: '{{chosen}} von {{total}} gewählt',
  allPacked: 'Alle Artikel sind gepackt',
  choose: '{{line}} wählen',
  chooseAll: 'Alle wählen',
  chooseNone: 'Keinen wählen',
  noTitle: 'Artikel {{item}}',
  size: 'Größe {{size}}',
  itemNumber: 'Artikel {{value}}',
  externalId: 'Eigene Nr. {{value}}',
  mpn: 'MPN {{value}}',
  toPack: 'Zu packen',
  chosenState: 'Gewählt',
  inShipment: 'In Sendung {{index}}',
  fees: 'Gebühren',
  fee: 'Versandgebühr',
  feeHint: 'wird nicht gepackt',
}

export const pack: Words['pack'] = {
  title: 'Packen',
  carrier: 'Versanddienst',
  trackingNumber: 'Trackingnummer',
  trackingUrl: 'Tracking-Adresse',
  warehouse: 'Lager',
  warehouseMissing: 'Geben Sie die Nummer des Lagers ein. Die Einstellungen können sie vorschlagen.',
  nothing: 'Wählen Sie erst Artikel: scannen, klicken oder Leertaste',
  button_one: '{{count}} Artikel packen',
  button_other: '{{count}} Artikel packen',
  keys: 'F9; nur ein Teil: F10',
  donePart_one: '{{count}} Artikel gepackt. Es sind noch Artikel übrig.',
  donePart_other: '{{count}} Artikel gepackt. Es sind noch Artikel übrig.',
  doneAll: 'Alles ist gepackt.',
  doneAllHint: 'Scannen Sie die nächste Bestellung, oder Esc für die Liste.',
}

export const usedLabel: Words['usedLabel'] = {
  title: '{{number}} ist schon auf dem Paket der Bestellung {{orderId}}',
  text: 'Nur verwenden, wenn beide Bestellungen in einem Paket reisen.',
  use: 'Trotzdem verwenden',
  shared: '{{number}} ist auch auf dem Paket der Bestellung {{orderId}}, wie von Ihnen bestätigt.',
}

export const shipments: Words['shipments'] = {
  title: 'Sendungen',
  none: 'Noch ist nichts gepackt.',
  name: 'Sendung {{index}}',
  states: { packed: 'Gepackt', shipped: 'Versendet', delivered: 'Zugestellt', canceled: 'Storniert' },
  lines_one: '{{count}} Artikel',
  lines_other: '{{count}} Artikel',
  serverId: 'Marktplatz-Nr. {{id}}',
  noServerId: 'Noch nicht beim Marktplatz',
  packedAt: 'Gepackt',
  shippedAt: 'Versendet',
  expectedToDeliverAt: 'Erwartet',
  deliveredAt: 'Zugestellt',
  canceledAt: 'Storniert',
  carrier: 'Versanddienst',
  tracking: 'Tracking',
  trackingUrl: 'Tracking-Adresse',
  warehouse: 'Lager',
  locked: 'Versendet: Versanddienst und Tracking sind gesperrt',
  waiting_one: '{{count}} Vorgang wartet auf das Senden',
  waiting_other: '{{count}} Vorgänge warten auf das Senden',
  held_one: '{{count}} Vorgang zu klären',
  held_other: '{{count}} Vorgänge zu klären',
  moves,
  more: 'Mehr …',
  history: 'Verlauf',
  historyTitle: 'Verlauf von Sendung {{index}}',
  historyNone: 'An diesem Packplatz wurde nichts damit gemacht.',
  unusualTitle: '{{move}}?',
  unusualText:
    'Diese Sendung ist „{{state}}“. „{{move}}“ ist jetzt ungewöhnlich. Tun Sie es nur, wenn Sie sicher sind.',
  unusualYes: 'Ja: {{move}}',
  no: 'Nein, zurück',
}

export const moveForm: Words['moveForm'] = {
  title: '{{move}}: Sendung {{index}}',
  shippedAt: 'Versendet am',
  expectedToDeliverAt: 'Zustellung erwartet am',
  deliveredAt: 'Zugestellt am',
  canceledAt: 'Storniert am',
  format: 'z. B. {{example}} ({{zone}})',
  now: 'Jetzt',
  plusDays_one: '+{{count}} Tag',
  plusDays_other: '+{{count}} Tage',
  carrierTitle: 'Versanddienst und Tracking (nach dem Versand gesperrt)',
  submit: moves,
  close: 'Zurück',
}

export const refunds: Words['refunds'] = {
  title: 'Erstattungen',
  row: '{{type}} von {{source}}',
  states: { pending: 'Offen', successful: 'Erfolgt' },
  unknown: 'unbekannt',
}

export const money: Words['money'] = {
  title: 'Erstattung und Storno',
  none: 'Nichts wurde erstattet.',
  refund: 'Erstatten',
  cancel: 'Bestellung stornieren',
  shipped:
    'Eine Sendung ist unterwegs; die Bestellung kann nicht mehr storniert werden. Sie kann erstattet werden.',
  cancelWaits: 'Die Stornierung dieser Bestellung wartet auf das Senden',
  cancelWaitsText: 'Nicht packen und nicht versenden.',
  cancelHeld: 'Die Stornierung dieser Bestellung ist zu klären',
  refundWaits: 'Eine Erstattung von {{amount}} wartet auf das Senden',
  refundHeld: 'Eine Erstattung von {{amount}} ist zu klären',
  cancelTitle: 'Bestellung {{orderId}} stornieren?',
  cancelText:
    'Der Marktplatz erstattet dem Käufer von sich aus, und die Bestellung kann nicht mehr versendet werden. Das lässt sich nicht zurücknehmen.',
  cancelYes: 'Ja, Bestellung stornieren',
  back: 'Zurück',
  refundTitle: 'Erstattung zu Bestellung {{orderId}}',
  rest: 'Von dieser Bestellung sind noch {{rest}} zu erstatten.',
  restUnknown: 'Die Bestellung zeigt keine Summe; was noch zu erstatten ist, weiß niemand.',
  amount: 'Betrag in {{currency}}',
  amountHint: 'z. B. 12,50',
  all: 'Alles, was übrig ist: {{rest}}',
  refundYes: '{{amount}} erstatten',
  twice:
    'Diese Erstattung liegt über {{limit}}. Prüfen Sie Betrag und Bestellung und bestätigen Sie noch einmal.',
  twiceUnknown:
    'Niemand weiß, was von dieser Bestellung noch zu erstatten ist. Prüfen Sie den Betrag und bestätigen Sie noch einmal.',
  twiceYes: 'Ja, {{amount}} erstatten',
  problems: {
    missing: 'Geben Sie einen Betrag ein.',
    not_money: 'Das ist kein Betrag. Schreiben Sie ihn wie 12,50.',
    ambiguous: 'Das könnten zwei Beträge sein. Schreiben Sie ihn wie 1234,00.',
    too_many_decimals: 'Nur zwei Stellen nach dem Komma.',
    too_large: 'Dieser Betrag ist zu groß.',
    zero: 'Geben Sie einen Betrag über null ein.',
    above_rest: 'Nur {{rest}} sind noch zu erstatten.',
  },
}

export const buyer: Words['buyer'] = {
  title: 'Käufer und Adresse',
  hidden: 'Die Daten des Käufers sind nicht mehr auf diesem Packplatz.',
  locked:
    'Die Daten des Käufers sind gesperrt, bis der Schlüsselspeicher dieses PCs sich öffnet. Gepackt werden kann weiter; es wird jede Minute erneut versucht.',
  noName: 'Kein Name',
}
