/** What to do next with the order on the bench, and the settings of sound. */

export const nextStep = {
  label: 'Next step',
  progress: '{{done}} of {{goods}}',
  scan_items_one: 'Scan {{count}} item',
  scan_items_other: 'Scan {{count}} items',
  scan_more_one: 'Scan {{count}} more item',
  scan_more_other: 'Scan {{count}} more items',
  scan_label: 'Scan the label, or CONFIRM',
  confirm: 'CONFIRM: scan it or press F9',
  ship: 'All packed. SHIP, or scan the next order',
  held_elsewhere: 'On another bench',
  take_hold_off: 'On hold. HOLD to go on with it, NEXT for another',
  next_order: 'All packed. Scan the next order',
} as const

export const sound = {
  volume: 'Volume',
  silent: 'Silent: look at the screen',
  speech: 'Read answers aloud',
  speechHint: 'In the language of the screen.',
  tones: 'What each sounds like',
  play: 'Play: {{tone}}',
  stopsHint: 'Every answer is also shown in words and colour.',
  names: {
    accepted: 'Accepted',
    complete: 'Everything scanned',
    wrong: 'Wrong',
    already: 'Already scanned',
    busy: 'At another station',
    unknown: 'Unknown code',
    alarm: 'Alarm',
  },
} as const
