/** Words of the backups in Settings. */
export const backups = {
  title: 'Backups',
  about:
    'Packbench copies everything on this station every hour. Buyers’ addresses stay encrypted in the copies.',
  make: 'Make one now',
  made: 'The backup is made.',
  none: 'There is no backup yet.',
  list: 'List of backups',
  size: '{{size}} MB',
  restore: 'Restore',
  restoreOf: 'Restore the backup of {{at}}',
  restoreTitle: 'Go back to the backup of {{at}}?',
  restoreText:
    'What is not done yet is kept. Every open operation is checked with the marketplace before it is sent again, and the orders are read again.',
  restoreYes: 'Restore it',
  restoreNo: 'Leave everything as it is',
} as const
