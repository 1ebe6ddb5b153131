import type { PrintWords } from './words'

export const fr: PrintWords = {
  slip: {
    title: 'Bon de livraison',
    order: 'Commande',
    shipment: 'Colis',
    ordered: 'Commandé le',
    packed: 'Emballé le',
    carrier: 'Transporteur',
    tracking: 'Numéro de suivi',
    shipTo: 'Adresse de livraison',
    noAddress: 'L’adresse n’est pas sur ce poste.',
    item: 'Article',
    size: 'Taille',
    condition: 'État',
    itemNumber: 'Numéro d’article',
    price: 'Prix',
    total: 'Total de ces articles',
    holds: (count, of) =>
      count === of
        ? count === 1
          ? 'Ce colis contient l’unique article de la commande.'
          : `Ce colis contient les ${count} articles de la commande.`
        : `Ce colis contient ${count} des ${of} articles de la commande. Les autres arrivent séparément.`,
  },
  commands: {
    title: 'Commandes du lecteur',
    hint: 'Affichez cette feuille à portée du lecteur. Scanner un code exécute la commande.',
    of: {
      confirm: {
        name: 'CONFIRMER',
        does: 'Emballe la commande quand tout est scanné. Dans un formulaire : son bouton de confirmation. Deux fois : reprend une commande à un autre poste.',
      },
      cancel: {
        name: 'ANNULER',
        does: 'Ferme un formulaire. Deux fois : abandonne ce qui est scanné. Sinon retourne à la liste.',
      },
      undo: {
        name: 'DÉFAIRE',
        does: 'Retire le dernier article ou colis scanné. Après l’emballage : propose d’annuler l’envoi.',
      },
      pack_part: {
        name: 'EMBALLER UNE PARTIE',
        does: 'Emballe ce qui est scanné, même s’il manque des articles.',
      },
      next: { name: 'SUIVANTE', does: 'Ouvre la commande suivante de la liste.' },
      acknowledge: { name: 'LU', does: 'Ferme une erreur qui a été lue. Remet une alarme à plus tard.' },
      ship: { name: 'EXPÉDIER', does: 'Ouvre le formulaire « expédié ». Sans commande ouverte : le quai.' },
      deliver: { name: 'LIVRER', does: 'Ouvre le formulaire « livré ». Sans commande ouverte : le quai.' },
      hold: {
        name: 'METTRE DE CÔTÉ',
        does: 'Met la commande de côté ; encore : le motif suivant. Déjà de côté : la libère.',
      },
      reprint: { name: 'RÉIMPRIMER', does: 'Réimprime le bon. Au quai : le bordereau.' },
    },
  },
  calibration: {
    title: 'Feuille de calibrage',
    hint: 'Ouvrez Réglages, Lecteur. Puis scannez ces codes l’un après l’autre, de haut en bas.',
  },
  badges: { title: 'Badges' },
  manifest: {
    title: 'Bordereau de remise',
    carrier: 'Transporteur',
    noCarrier: 'Sans transporteur',
    handedOver: 'Remis le',
    notYet: 'Pas encore',
    by: 'Par',
    count: (parcels, items) => `${parcels} colis, ${items} ${items < 2 ? 'article' : 'articles'}`,
    order: 'Commande',
    items: 'Articles',
    tracking: 'Numéro de suivi',
    driver: 'Nom du chauffeur',
    date: 'Date et heure',
    signature: 'Signature',
  },
}
