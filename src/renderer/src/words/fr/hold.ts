import type { Words } from '../dictionary'

export const hold: Words['hold'] = {
  button: 'Mettre de côté',
  title: 'Mettre la commande {{orderId}} de côté',
  text: 'Elle quitte les commandes à emballer, sur ce poste seulement, jusqu’à ce que quelqu’un la libère.',
  reason: 'Motif',
  reasons: {
    missing: 'Article manquant',
    damaged: 'Article abîmé',
    address: 'Question sur l’adresse',
    supervisor: 'Attend le responsable',
  },
  needReason: 'Choisissez ou entrez un motif.',
  yes: 'Mettre de côté',
  back: 'Revenir',
  banner: 'Mise de côté : {{reason}}',
  bannerText: 'Par {{by}}, {{age}}. Elle ne peut pas être emballée avant d’être libérée.',
  releaseTitle: 'Libérer la commande {{orderId}} ?',
  release: 'Libérer',
  marker: 'De côté',
}

export const urgency: Words['urgency'] = {
  filterLabel: 'Seulement celles-ci',
  filters: { any: 'Toutes', late: 'En retard', one_item: 'Un article', begun: 'Commencées' },
  late: 'En retard : {{age}}',
  today: 'Pour aujourd’hui, {{at}}',
}
