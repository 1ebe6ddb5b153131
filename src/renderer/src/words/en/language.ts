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

/** How long ago, and how long: the browser could say it too, but reading its tables costs a start 10 ms. */
export const ages = {
  ago: {
    seconds_one: '{{count}} second ago',
    seconds_other: '{{count}} seconds ago',
    minutes_one: '{{count}} minute ago',
    minutes_other: '{{count}} minutes ago',
    hours_one: '{{count}} hour ago',
    hours_other: '{{count}} hours ago',
    days_one: '{{count}} day ago',
    days_other: '{{count}} days ago',
    months_one: '{{count}} month ago',
    months_other: '{{count}} months ago',
    years_one: '{{count}} year ago',
    years_other: '{{count}} years ago',
  },
  span: {
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
  },
} as const
