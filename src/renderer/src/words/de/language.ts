import type { Words } from '../dictionary'

export const language: Words['language'] = {
  title: 'Sprache und Datum',
  label: 'Sprache',
  ofPc: 'Dieser PC ({{name}})',
  dates: 'Datum',
  datesOfLanguage: 'Üblich ({{example}})',
}

export const timeEntry: Words['timeEntry'] = {
  doubled: 'Die Uhren wurden zurückgestellt: diese Zeit gab es zweimal. Wählen Sie, welche.',
  earlier: 'Die erste ({{offset}})',
  later: 'Die zweite ({{offset}})',
  skipped: 'Die Uhren wurden vorgestellt: diese Zeit gab es nie.',
}

export const ages: Words['ages'] = {
  ago: {
    seconds_one: 'vor {{count}} Sekunde',
    seconds_other: 'vor {{count}} Sekunden',
    minutes_one: 'vor {{count}} Minute',
    minutes_other: 'vor {{count}} Minuten',
    hours_one: 'vor {{count}} Stunde',
    hours_other: 'vor {{count}} Stunden',
    days_one: 'vor {{count}} Tag',
    days_other: 'vor {{count}} Tagen',
    months_one: 'vor {{count}} Monat',
    months_other: 'vor {{count}} Monaten',
    years_one: 'vor {{count}} Jahr',
    years_other: 'vor {{count}} Jahren',
  },
  span: {
    minutes_one: '{{count}} Minute',
    minutes_other: '{{count}} Minuten',
    hours_one: '{{count}} Stunde',
    hours_other: '{{count}} Stunden',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tage',
  },
}
