import type { Words } from '../dictionary'

export const backups: Words['backups'] = {
  title: 'Sauvegardes',
  about:
    'Packbench copie chaque heure tout ce qui est sur ce poste. Les adresses des acheteurs restent chiffrées dans les copies.',
  make: 'Sauvegarder maintenant',
  made: 'La sauvegarde est faite.',
  none: 'Il n’y a pas encore de sauvegarde.',
  list: 'Liste des sauvegardes',
  size: '{{size}} Mo',
  restore: 'Restaurer',
  restoreOf: 'Restaurer la sauvegarde du {{at}}',
  restoreTitle: 'Revenir à la sauvegarde du {{at}} ?',
  restoreText:
    'Ce qui n’est pas terminé est gardé. Chaque opération ouverte est vérifiée auprès de la place de marché avant de repartir, et les commandes sont relues.',
  restoreYes: 'Restaurer',
  restoreNo: 'Tout laisser tel quel',
}
