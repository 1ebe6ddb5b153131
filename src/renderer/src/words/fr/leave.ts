import type { Words } from '../dictionary'

export const leave: Words['leave'] = {
  title: 'Opérations ouvertes et départ',
  open_zero: 'Rien n’est ouvert : tout ce que vous avez confirmé est sur la place de marché.',
  open_one: '{{count}} opération est ouverte : pas encore sur la place de marché, ou à traiter.',
  open_other: '{{count}} opérations sont ouvertes : pas encore sur la place de marché, ou à traiter.',
  training: 'En entraînement, rien n’est à garder : on peut toujours partir.',
  fileHint:
    'Un fichier d’opérations ouvertes peut être repris ici ou sur un autre poste du même compte. Chacune est d’abord cherchée sur la place de marché, et envoyée après deux minutes si elle n’y est pas.',
  export: 'Exporter les opérations ouvertes',
  import: 'Reprendre d’un fichier …',
  imported_zero: 'Il n’y avait rien de nouveau dans le fichier.',
  imported_one: '{{count}} opération a été reprise et est en cours de vérification.',
  imported_other: '{{count}} opérations ont été reprises et sont en cours de vérification.',
  known_one: '{{count}} était déjà ici.',
  known_other: '{{count}} étaient déjà ici.',
  ways: { quit: 'Quitter Packbench', reset: 'Réinitialiser ce poste' },
  resetHint: 'Oublie ce compte sur ce PC : commandes, historique, réglages, jeton et sauvegardes.',
  resetTitle: 'Réinitialiser ce poste ?',
  resetText:
    'Ce PC oublie le compte : ses commandes, l’historique des opérations, les réglages, le jeton et les sauvegardes. Les fichiers d’opérations exportées restent. Les commandes reviennent de la place de marché quand elle est reconnectée.',
  resetYes: 'Réinitialiser',
  no: 'Revenir',
  opsOpen:
    'Des opérations ne sont pas terminées. Terminez-les ou abandonnez-les d’abord dans la boîte d’envoi, ou emportez-les :',
  exportAnd: {
    quit: 'Exporter et quitter',
    reset: 'Exporter et réinitialiser',
    switch: 'Exporter et continuer',
  },
  exportAndHint: 'Elles s’arrêtent ici et ne continuent que là où le fichier est repris.',
  exportedTitle_one: '{{count}} opération est dans un fichier',
  exportedTitle_other: '{{count}} opérations sont dans un fichier',
  exportedCopy: 'C’est une copie. Ici, elles continuent comme avant.',
  exportedMoved: 'Elles s’arrêtent ici. Elles ne continuent que là où ce fichier est repris : gardez-le.',
  unsavedTitle_one: '{{count}} opération n’est pas encore dans un fichier',
  unsavedTitle_other: '{{count}} opérations ne sont pas encore dans un fichier',
  unsavedText:
    'Le disque de ce PC est plein. Enregistrez le fichier sur un autre disque ou une clé. C’est une copie : ici, elles continuent comme avant.',
  unsavedSave: 'Enregistrer le fichier',
  exportedOk: 'Compris',
  quitDone: 'Packbench est arrêté. Vous pouvez fermer cette fenêtre.',
}
