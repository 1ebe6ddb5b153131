import type { Words } from '../dictionary'

const titles: Words['alarms']['titles'] = {
  order_canceled: 'Commande {{orderId}} ANNULÉE. Retirez le colis',
  duplicate: 'Commande {{orderId}} : un envoi existe peut-être en double',
  lines_elsewhere: 'Commande {{orderId}} : quelqu’un d’autre a emballé ceci',
  vanished: 'Commande {{orderId}} : ce qui a été confirmé manque sur la place de marché',
  item_vanished: 'Une modification d’article confirmée manque sur la place de marché',
  data_salvaged: 'Les données de ce poste étaient endommagées',
  data_restored: 'Une sauvegarde a été restaurée',
  ops_imported: 'Des opérations ont été reprises d’un fichier',
  evidence_stopped: 'Le journal ne peut pas être écrit',
  evidence_renewed: 'Le journal recommence',
  evidence_altered: 'Le journal a été modifié de l’extérieur',
}

const texts: Words['alarms']['texts'] = {
  order_canceled: 'Elle a été annulée après avoir été emballée ici. Ne l’expédiez pas. Retirez :',
  duplicate:
    'La place de marché a plusieurs envois pour les mêmes articles ; l’acheteur pourrait les recevoir deux fois. Gardez-en un et annulez l’autre tant qu’il est emballé :',
  lines_elsewhere:
    'Des articles emballés ici sont maintenant dans un autre envoi. Arrêtez ce colis et vérifiez :',
  vanished:
    'La place de marché l’a confirmé, mais ne le montre pas ou ne le montre plus. Arrêtez le colis s’il est encore ici et ouvrez la commande : la décision à prendre est dans « À traiter ».',
  item_vanished:
    'La place de marché l’a confirmée, mais ne la montre pas. La décision à prendre est dans « À traiter ».',
  data_salvaged_one: '{{count}} opération non terminée en a été sauvée. Elle est en cours de vérification.',
  data_salvaged_other:
    '{{count}} opérations non terminées en ont été sauvées. Elles sont en cours de vérification.',
  data_restored_one: '{{count}} opération ouverte est revenue. Elle est vérifiée avant tout envoi.',
  data_restored_other: '{{count}} opérations ouvertes sont revenues. Elles sont vérifiées avant tout envoi.',
  ops_imported_one: '{{count}} opération ouverte a été reprise. Elle est vérifiée avant tout envoi.',
  ops_imported_other:
    '{{count}} opérations ouvertes ont été reprises. Elles sont vérifiées avant tout envoi.',
  evidence_stopped:
    'Ce qui est fait n’est pas inscrit au journal pour le moment. L’emballage continue. Vérifiez que le disque a de la place et que le dossier de données est accessible en écriture.',
  evidence_renewed:
    'Son fichier était endommagé ou absent. Un fichier endommagé est gardé à côté du nouveau, dans le dossier de données. Prévenez un responsable.',
  evidence_altered:
    'Il ne finit pas comme Packbench l’avait laissé. Prévenez un responsable : Réglages, Journal, « Vérifier » montre l’endroit.',
}

export const alarms: Words['alarms'] = {
  list: 'Alarmes et avis',
  open_one: '{{count}} alarme',
  open_other: '{{count}} alarmes',
  more_one: 'et encore {{count}} ensuite',
  more_other: 'et encore {{count}} ensuite',
  raisedAt: 'Constaté le {{at}}',
  titles,
  texts,
  shipment: 'Envoi {{index}}',
  shipmentUnknown: 'Un envoi qui n’est plus sur ce poste',
  ours: 'emballé ici',
  theirs: 'emballé ailleurs',
  tracking: 'Suivi {{trackingNumber}}',
  noTracking: 'sans numéro de suivi',
  packedAt: 'emballé le {{at}}',
  lines_one: '{{count}} article',
  lines_other: '{{count}} articles',
  openOrder: 'Ouvrir la commande {{orderId}}',
  cancelOurs: 'Annuler le nôtre …',
  seen: {
    order_canceled: 'Vu : je le retire',
    duplicate: 'Vu',
    lines_elsewhere: 'Vu : je l’arrête',
    vanished: 'Vu : je m’en occupe',
    item_vanished: 'Vu',
    data_salvaged: 'Vu',
    data_restored: 'Vu',
    ops_imported: 'Vu',
    evidence_stopped: 'Vu',
    evidence_renewed: 'Vu',
    evidence_altered: 'Vu',
  },
  later: 'Pas maintenant',
  asideTitle_one: '{{count}} alarme n’est pas réglée',
  asideTitle_other: '{{count}} alarmes ne sont pas réglées',
  show: 'Afficher',
  close: 'Fermer',
  none: 'Aucune alarme ouverte.',
  benchTitle: 'La commande {{orderId}} a été ANNULÉE pendant que vous l’emballez',
  benchText: 'Stop. Remettez les articles en place. Plus rien n’en est emballé.',
  benchSeen: 'Vu : je remets en place',
}

export const account: Words['account'] = {
  offlineTitle: 'Pas de connexion à la place de marché',
  offlineText_zero:
    'Continuez à emballer. Ce que vous confirmez est enregistré ici et part dès que la connexion revient.',
  offlineText_one:
    'Continuez à emballer. {{count}} opération est enregistrée ici et part dès que la connexion revient.',
  offlineText_other:
    'Continuez à emballer. {{count}} opérations sont enregistrées ici et partent dès que la connexion revient.',
  silentTitle: 'La place de marché ne répond pas',
  silentText:
    'Continuez à emballer. Ce que vous confirmez est enregistré ici et part dès qu’elle répond de nouveau.',
  failingTitle: 'La place de marché répond par des erreurs',
  failingText:
    'Continuez à emballer. Ce que vous confirmez est enregistré ici et part dès qu’elle fonctionne de nouveau.',
  foreignTitle: 'Autre chose répond à la place de la place de marché',
  foreignText:
    'Peut-être une page de connexion du réseau : ouvrez un navigateur et connectez-vous. Continuez à emballer ; tout est enregistré ici.',
  throttledTitle: 'La place de marché est saturée jusqu’à {{until}}',
  throttledText: 'Elle a demandé à ce poste d’attendre. Continuez à emballer ; tout part ensuite.',
  clock: {
    differsTitle: 'L’horloge de ce PC {{direction}} de {{by}}',
    differsText: 'C’est elle qui date ce que vous faites. Réglez bientôt l’horloge du PC.',
    refusedTitle: 'L’horloge de ce PC {{direction}} de {{by}} : impossible d’emballer',
    refusedText:
      'Réglez l’horloge du PC. Si elle est juste et que celle de la place de marché est fausse, confirmez-le.',
    confirm: 'L’horloge de ce PC est juste',
    ahead: 'avance',
    behind: 'retarde',
  },
  confirmedState: 'Horloge confirmée',
}
