/** The choice of a language, and times that need a word. */

export const language = {
  title: 'Language and dates',
  label: 'Language',
  ofPc: 'This PC ({{name}})',
  dates: 'Dates',
  datesOfLanguage: 'Usual ({{example}})',
} as const

export const timeEntry = {
  doubled: 'The clocks went back: this time came twice. Choose which one.',
  earlier: 'The first ({{offset}})',
  later: 'The second ({{offset}})',
  skipped: 'The clocks went forward: this time never was.',
} as const
