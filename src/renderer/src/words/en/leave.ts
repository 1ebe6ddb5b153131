/** Words of leaving a station: open operations in a file, reset, quit. */

const ways = {
  quit: 'Quit Packbench',
  reset: 'Reset this station',
} as const

export const leave = {
  title: 'Open operations and leaving',
  open_zero: 'Nothing is open: everything you confirmed is on the marketplace.',
  open_one: '{{count}} operation is open: it is not on the marketplace yet, or needs you.',
  open_other: '{{count}} operations are open: they are not on the marketplace yet, or need you.',
  training: 'In training nothing has to be kept: leaving is never refused.',
  fileHint:
    'A file of open operations can be imported again, here or at another station of the same account. Each one is looked for on the marketplace first, and sent after two minutes if it is not there.',
  export: 'Export open operations',
  import: 'Import from a file …',
  imported_zero: 'Nothing new was in the file.',
  imported_one: '{{count}} operation was taken in and is being checked.',
  imported_other: '{{count}} operations were taken in and are being checked.',
  known_one: '{{count}} was here already.',
  known_other: '{{count}} were here already.',
  ways,
  resetHint: 'Forgets this account on this PC: orders, history, settings, token and backups.',
  resetTitle: 'Reset this station?',
  resetText:
    'This PC forgets the account: its orders, the history of operations, the settings, the token and the backups. Files of exported operations stay. Orders come back from the marketplace when it is connected again.',
  resetYes: 'Reset',
  no: 'Go back',
  opsOpen:
    'Some operations are not done yet. Finish or discard them first (see the Outbox), or take them along:',
  exportAnd: {
    quit: 'Export and quit',
    reset: 'Export and reset',
    switch: 'Export and go on',
  },
  exportAndHint: 'They end here and go on only where the file is imported.',
  exportedTitle_one: '{{count}} operation is in a file',
  exportedTitle_other: '{{count}} operations are in a file',
  exportedCopy: 'This is a copy. Here they go on as before.',
  exportedMoved: 'They ended here. They go on only where this file is imported: keep it.',
  unsavedTitle_one: '{{count}} operation is not in a file yet',
  unsavedTitle_other: '{{count}} operations are not in a file yet',
  unsavedText:
    'The disk of this PC is full. Save the file to another disk or a stick. This is a copy: here they go on as before.',
  unsavedSave: 'Save file',
  exportedOk: 'Understood',
  quitDone: 'Packbench is quit. You can close this window.',
} as const
