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
