/** The page of settings about the scanner. */
export const calibration = {
  hint: 'Scanner not calibrated',
  title: 'Calibrate the scanner',
  never: 'Not calibrated yet. The scanner is read as it leaves the factory.',
  last: 'Last passed: {{at}}',
  lead: 'Scan the codes of the calibration sheet, one after the other. While this page is open, scans do nothing else.',
  steps: 'Codes of the calibration sheet',
  step: {
    small: '1. Small letters',
    capitals: '2. Capital letters',
    signs: '3. Digits and signs',
    long: '4. Long code',
  },
  scanNow: 'Scan now',
  read: 'Read',
  restart: 'Start again',
  passed: 'Passed',
  found:
    'Keyboard of the scanner: {{layout}}. End of a code: {{end}}. Signs around it: {{marks}}. Longest gap: {{maxGapMs}} ms. Saved.',
  layout: { us: 'US', uk: 'UK', fr: 'French', de: 'German' },
  end: { enter: 'Enter', tab: 'Tab', none: 'nothing' },
  noMarks: 'none',
  marks: '“{{prefix}}” before, “{{suffix}}” after',
  capsLockOn: 'Caps Lock was on. It does no harm to scans.',
  noEnd:
    'Better: set the scanner to send Enter after each code. Then short codes and fast scans are safe too.',
  refused: 'Refused',
  came: 'This came: {{came}}',
  problem: {
    caps_lock:
      'Small and capital letters are swapped. Turn Caps Lock off on this PC, and “Caps Lock override” off in the scanner. Then scan again.',
    pc_layout:
      'This PC reads the scanner with another keyboard layout. Set the scanner to the keyboard layout of this PC, or this PC to US. Then scan again.',
    keys_lost: 'Characters were lost. Set a longer delay between characters in the scanner. Then scan again.',
    too_slow:
      'The scanner types as slowly as a person. Set a shorter delay between characters in the scanner. Then scan again.',
    unreadable:
      'This is no code of the sheet, or it came mangled. Set the scanner to “USB keyboard, US” and scan the sheet again.',
    layouts_differ:
      'The codes came in different keyboard layouts. Set the scanner to “USB keyboard, US”. Then start again.',
    marks_differ:
      'The scanner put different signs around the codes. Set one prefix and suffix for all codes. Then start again.',
    endings_differ:
      'Some codes ended with Enter or Tab, others did not. Set one end for all codes. Then start again.',
  },
  settings: 'How the scanner types',
  settingsHint: 'Calibration fills this in.',
  scannerLayout: 'Keyboard that the scanner is set to',
  terminator: 'A code ends with',
  prefix: 'Before every code',
  suffix: 'After every code',
  marksHint: 'Taken off. A code without it is refused as cut short.',
  groupSeparator: 'In the place of FNC1',
  groupSeparatorHint: 'For GS1 codes, when the scanner cannot type Ctrl+] or F8.',
  maxGap: 'Longest gap between characters (ms)',
  maxGapProblem: 'A whole number from 5 to 250.',
} as const
