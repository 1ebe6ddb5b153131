import type { Words } from '../dictionary'

export const language: Words['language'] = {
  title: 'Idioma y fechas',
  label: 'Idioma',
  ofPc: 'Este PC ({{name}})',
  dates: 'Fechas',
  datesOfLanguage: 'Habituales ({{example}})',
}

export const timeEntry: Words['timeEntry'] = {
  doubled: 'Los relojes se atrasaron: esta hora ocurrió dos veces. Elija cuál.',
  earlier: 'La primera ({{offset}})',
  later: 'La segunda ({{offset}})',
  skipped: 'Los relojes se adelantaron: esta hora nunca existió.',
}
