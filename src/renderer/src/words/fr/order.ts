import type { Words } from '../dictionary'

const moves: Words['shipments']['moves'] = {
  ship: 'Marquer expédié',
  deliver: 'Marquer livré',
  cancel: 'Annuler l’envoi',
}

export const dropChoice: Words['dropChoice'] = {
  title: 'La commande {{orderId}} n’est pas encore emballée',
  text_one: '{{count}} article y est choisi. Ouvrir une autre commande oublie ce choix.',
  text_other: '{{count}} articles y sont choisis. Ouvrir une autre commande oublie ce choix.',
  keep: 'Revenir à la commande {{orderId}}',
  drop: 'Oublier le choix et ouvrir la commande {{orderId}}',
}

export const order: Words['order'] = {
  title: 'Commande {{orderId}}',
  states: { paid: 'Payée', canceled: 'Annulée', canceling: 'Annulation en cours' },
  back: 'Revenir aux commandes',
  refresh: 'Relire',
  opening: 'Ouverture de la commande {{orderId}} …',
  backShort: 'Retour',
  bought: 'Achetée le {{at}} ({{age}})',
  amount: 'Total {{amount}}',
  readAt: 'Lue {{age}}',
  canceledTitle: 'ANNULÉE. Ne pas emballer, ne pas expédier.',
  canceledText:
    'La place de marché a annulé cette commande. Retirez le colis et remettez les articles en place.',
  canceledReason: 'Motif : {{reason}}',
  lost_one:
    '{{count}} article choisi est passé dans un autre envoi ou a quitté la commande. Vérifiez ce qui est sur la table.',
  lost_other:
    '{{count}} articles choisis sont passés dans un autre envoi ou ont quitté la commande. Vérifiez ce qui est sur la table.',
  more: 'Plus de la place de marché',
}

export const lines: Words['lines'] = {
  title: 'Articles',
  chosen: '{{chosen}} sur {{total}} choisis',
  allPacked: 'Tous les articles sont emballés',
  choose: 'Choisir {{line}}',
  chooseAll: 'Tout choisir',
  chooseNone: 'Ne rien choisir',
  noTitle: 'Article {{item}}',
  size: 'Taille {{size}}',
  itemNumber: 'Article {{value}}',
  externalId: 'Réf. {{value}}',
  mpn: 'MPN {{value}}',
  toPack: 'À emballer',
  chosenState: 'Choisi',
  inShipment: 'Dans l’envoi {{index}}',
  fees: 'Frais',
  fee: 'Frais de port',
  feeHint: 'ne s’emballent pas',
}

export const pack: Words['pack'] = {
  title: 'Emballer',
  carrier: 'Transporteur',
  trackingNumber: 'Numéro de suivi',
  trackingUrl: 'Adresse de suivi',
  warehouse: 'Entrepôt',
  warehouseMissing: 'Entrez le numéro de l’entrepôt. Les réglages peuvent le proposer.',
  nothing: 'Choisissez d’abord : scan, clic ou Espace',
  button_one: 'Emballer {{count}} article',
  button_other: 'Emballer {{count}} articles',
  keys: 'F9 ; une partie seulement : F10',
  donePart_one: '{{count}} article emballé. Il en reste d’autres.',
  donePart_other: '{{count}} articles emballés. Il en reste d’autres.',
  doneAll: 'Tout est emballé.',
  doneAllHint: 'Scannez la commande suivante, ou Échap pour la liste.',
}

export const usedLabel: Words['usedLabel'] = {
  title: '{{number}} est déjà sur le colis de la commande {{orderId}}',
  text: 'À n’utiliser que si les deux commandes partent dans un même colis.',
  use: 'Utiliser quand même',
  shared: '{{number}} est aussi sur le colis de la commande {{orderId}}, comme vous l’avez confirmé.',
}

export const shipments: Words['shipments'] = {
  title: 'Envois',
  none: 'Rien n’est encore emballé.',
  name: 'Envoi {{index}}',
  states: { packed: 'Emballé', shipped: 'Expédié', delivered: 'Livré', canceled: 'Annulé' },
  lines_one: '{{count}} article',
  lines_other: '{{count}} articles',
  serverId: 'N° place de marché {{id}}',
  noServerId: 'Pas encore sur la place de marché',
  packedAt: 'Emballé',
  shippedAt: 'Expédié',
  expectedToDeliverAt: 'Attendu',
  deliveredAt: 'Livré',
  canceledAt: 'Annulé',
  carrier: 'Transporteur',
  tracking: 'Suivi',
  trackingUrl: 'Adresse de suivi',
  warehouse: 'Entrepôt',
  locked: 'Expédié : transporteur et suivi sont verrouillés',
  waiting_one: '{{count}} opération attend d’être envoyée',
  waiting_other: '{{count}} opérations attendent d’être envoyées',
  held_one: '{{count}} opération à traiter',
  held_other: '{{count}} opérations à traiter',
  moves,
  more: 'Plus …',
  history: 'Historique',
  historyTitle: 'Historique de l’envoi {{index}}',
  historyNone: 'Rien n’a été fait avec lui sur ce poste.',
  unusualTitle: '{{move}} ?',
  unusualText:
    'Cet envoi est « {{state}} ». « {{move}} » est inhabituel maintenant. Ne le faites que si vous êtes sûr.',
  unusualYes: 'Oui : {{move}}',
  no: 'Non, revenir',
}

export const moveForm: Words['moveForm'] = {
  title: '{{move}} : envoi {{index}}',
  shippedAt: 'Expédié le',
  expectedToDeliverAt: 'Livraison attendue le',
  deliveredAt: 'Livré le',
  canceledAt: 'Annulé le',
  format: 'Ex. {{example}} ({{zone}})',
  now: 'Maintenant',
  plusDays_one: '+{{count}} jour',
  plusDays_other: '+{{count}} jours',
  carrierTitle: 'Transporteur et suivi (verrouillés après l’expédition)',
  submit: moves,
  close: 'Revenir',
}

export const refunds: Words['refunds'] = {
  title: 'Remboursements',
  row: '{{type}} de {{source}}',
  states: { pending: 'En attente', successful: 'Effectué' },
  unknown: 'inconnu',
}

export const money: Words['money'] = {
  title: 'Remboursement et annulation',
  none: 'Rien n’a été remboursé.',
  refund: 'Rembourser',
  cancel: 'Annuler la commande',
  shipped: 'Un envoi est en route : la commande ne peut plus être annulée. Elle peut être remboursée.',
  cancelWaits: 'L’annulation de cette commande attend d’être envoyée',
  cancelWaitsText: 'Ne l’emballez pas et ne l’expédiez pas.',
  cancelHeld: 'L’annulation de cette commande est à traiter',
  refundWaits: 'Un remboursement de {{amount}} attend d’être envoyé',
  refundHeld: 'Un remboursement de {{amount}} est à traiter',
  cancelTitle: 'Annuler la commande {{orderId}} ?',
  cancelText:
    'La place de marché rembourse l’acheteur d’elle-même, et la commande ne peut plus être expédiée. C’est définitif.',
  cancelYes: 'Oui, annuler la commande',
  back: 'Revenir',
  refundTitle: 'Remboursement de la commande {{orderId}}',
  rest: 'Il reste {{rest}} à rembourser sur cette commande.',
  restUnknown: 'La commande n’affiche pas de total ; personne ne sait ce qui reste à rembourser.',
  amount: 'Montant en {{currency}}',
  amountHint: 'Ex. 12,50',
  all: 'Tout ce qui reste : {{rest}}',
  refundYes: 'Rembourser {{amount}}',
  twice:
    'Ce remboursement dépasse {{limit}}. Vérifiez le montant et la commande, puis confirmez encore une fois.',
  twiceUnknown:
    'Personne ne sait ce qui reste à rembourser de cette commande. Vérifiez le montant, puis confirmez encore une fois.',
  twiceYes: 'Oui, rembourser {{amount}}',
  problems: {
    missing: 'Entrez un montant.',
    not_money: 'Ce n’est pas un montant. Écrivez-le comme 12,50.',
    ambiguous: 'Cela pourrait être deux montants. Écrivez-le comme 1234,00.',
    too_many_decimals: 'Deux chiffres seulement après la virgule.',
    too_large: 'Ce montant est trop grand.',
    zero: 'Entrez un montant supérieur à zéro.',
    above_rest: 'Il ne reste que {{rest}} à rembourser.',
  },
}

export const buyer: Words['buyer'] = {
  title: 'Acheteur et adresse',
  hidden: 'Les données de l’acheteur ne sont plus sur ce poste.',
  locked:
    'Les données de l’acheteur sont verrouillées jusqu’à l’ouverture du trousseau de ce PC. L’emballage continue ; un nouvel essai a lieu chaque minute.',
  noName: 'Sans nom',
}
