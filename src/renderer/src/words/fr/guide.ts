import type { Words } from '../dictionary'

export const guide: Words['guide'] = {
  label: 'Visite d’entraînement',
  begin: 'Visite de trois minutes',
  again: 'Recommencer',
  stop: 'Arrêter',
  skip: 'Passer',
  progress: 'Étape {{step}} sur {{of}}',
  scanForMe: 'Scanner pour moi',
  codes: {
    order: 'Commande {{code}}',
    item: 'Article {{code}}',
    foreign: 'Article d’une autre commande : {{code}}',
    label: 'Étiquette de suivi {{code}}',
    command: '{{name}}, touche {{key}}',
  },
  takeNetwork: 'Couper le réseau',
  bringNetwork: 'Rétablir le réseau',
  cancelOrder: 'Faire annuler',
  goOutbox: 'Ouvrir la boîte d’envoi',
  goOrder: 'Revenir à la commande',
  steps: {
    open: {
      title: 'Ouvrir une commande',
      text: 'Scannez son numéro, ou choisissez-en une dans la liste et appuyez sur Entrée.',
    },
    scan_items: {
      title: 'Scanner tous les articles',
      text: 'Vert veut dire juste, et cela s’entend. La liste montre ce qui manque encore.',
    },
    label: {
      title: 'Scanner l’étiquette de suivi',
      text: 'Quand tout est scanné, le code suivant devient le numéro de suivi.',
    },
    pack: {
      title: 'Emballer la commande',
      text: 'Scannez CONFIRMER ou appuyez sur F9. C’est aussitôt noté sur ce PC.',
    },
    print: {
      title: 'Imprimer le bon de livraison',
      text: 'Scannez RÉIMPRIMER, ou appuyez sur le bouton de l’envoi.',
    },
    ship: {
      title: 'Expédier le colis',
      text: 'Scannez EXPÉDIER, regardez les heures proposées, puis scannez CONFIRMER.',
    },
    outbox: {
      title: 'Regarder la boîte d’envoi',
      text: 'Elle montre ce qui reste à envoyer et ce que vous devez traiter.',
    },
    wrong_item: {
      title: 'Exercice : mauvais article',
      text: 'Ouvrez une autre commande et scannez un article qui n’en fait pas partie.',
    },
    acknowledge: {
      title: 'Fermer l’erreur',
      text: 'Lisez-la, puis scannez LU ou appuyez sur F2.',
    },
    network_gone: {
      title: 'Exercice : plus de réseau',
      text: 'Coupez le réseau. La barre du haut le dira.',
    },
    pack_offline: {
      title: 'Emballer sans réseau',
      text: 'Scannez les articles et CONFIRMER comme toujours. Les données attendent sur ce PC.',
    },
    network_back: {
      title: 'Le réseau revient',
      text: 'Rétablissez-le. Ce qui attendait part tout seul.',
    },
    order_canceled: {
      title: 'Exercice : commande annulée',
      text: 'Ouvrez une commande, scannez un article, puis faites annuler la commande.',
    },
    alarm: {
      title: 'Répondre à l’alarme',
      text: 'Lisez que faire des articles, puis scannez LU ou appuyez sur le bouton.',
    },
  },
  doneTitle: 'Vous avez fait toute la visite.',
  doneText: 'Emballé, imprimé, expédié, et trois incidents surmontés. Pour recommencer : F1.',
  close: 'Fermer',
}
