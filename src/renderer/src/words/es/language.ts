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

export const ages: Words['ages'] = {
  ago: {
    seconds_one: 'hace {{count}} segundo',
    seconds_other: 'hace {{count}} segundos',
    minutes_one: 'hace {{count}} minuto',
    minutes_other: 'hace {{count}} minutos',
    hours_one: 'hace {{count}} hora',
    hours_other: 'hace {{count}} horas',
    days_one: 'hace {{count}} día',
    days_other: 'hace {{count}} días',
    months_one: 'hace {{count}} mes',
    months_other: 'hace {{count}} meses',
    years_one: 'hace {{count}} año',
    years_other: 'hace {{count}} años',
  },
  span: {
    minutes_one: '{{count}} minuto',
    minutes_other: '{{count}} minutos',
    hours_one: '{{count}} hora',
    hours_other: '{{count}} horas',
    days_one: '{{count}} día',
    days_other: '{{count}} días',
  },
}
