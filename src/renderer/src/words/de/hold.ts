import type { Words } from '../dictionary'

export const hold: Words['hold'] = {
  button: 'Zurückstellen',
  title: 'Bestellung {{orderId}} zurückstellen',
  text: 'Sie ist nicht mehr zu packen, nur an diesem Packplatz, bis jemand sie freigibt.',
  reason: 'Grund',
  reasons: {
    missing: 'Artikel fehlt',
    damaged: 'Artikel beschädigt',
    address: 'Frage zur Adresse',
    supervisor: 'Wartet auf die Leitung',
  },
  needReason: 'Wählen Sie einen Grund oder geben Sie einen ein.',
  yes: 'Zurückstellen',
  back: 'Zurück',
  banner: 'Zurückgestellt: {{reason}}',
  bannerText: 'Von {{by}}, {{age}}. Sie kann erst nach der Freigabe gepackt werden.',
  releaseTitle: 'Bestellung {{orderId}} wieder freigeben?',
  release: 'Freigeben',
  marker: 'Zurückgestellt',
}

export const urgency: Words['urgency'] = {
  filterLabel: 'Nur diese',
  filters: { any: 'Alle', late: 'Überfällig', one_item: 'Ein Artikel', begun: 'Angefangen' },
  late: 'Überfällig: {{age}}',
  today: 'Heute fällig, {{at}}',
}
