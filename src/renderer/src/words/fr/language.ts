import type { Words } from '../dictionary'

export const language: Words['language'] = {
  title: 'Langue et dates',
  label: 'Langue',
  ofPc: 'Ce PC ({{name}})',
  dates: 'Dates',
  datesOfLanguage: 'Usuelles ({{example}})',
}

export const timeEntry: Words['timeEntry'] = {
  doubled: 'Les horloges ont reculé : cette heure a existé deux fois. Choisissez laquelle.',
  earlier: 'La première ({{offset}})',
  later: 'La seconde ({{offset}})',
  skipped: 'Les horloges ont avancé : cette heure n’a jamais existé.',
}

export const ages: Words['ages'] = {
  ago: {
    seconds_one: 'il y a {{count}} seconde',
    seconds_other: 'il y a {{count}} secondes',
    minutes_one: 'il y a {{count}} minute',
    minutes_other: 'il y a {{count}} minutes',
    hours_one: 'il y a {{count}} heure',
    hours_other: 'il y a {{count}} heures',
    days_one: 'il y a {{count}} jour',
    days_other: 'il y a {{count}} jours',
    months_one: 'il y a {{count}} mois',
    months_other: 'il y a {{count}} mois',
    years_one: 'il y a {{count}} an',
    years_other: 'il y a {{count}} ans',
  },
  span: {
    minutes_one: '{{count}}\u00a0minute',
    minutes_other: '{{count}}\u00a0minutes',
    hours_one: '{{count}}\u00a0heure',
    hours_other: '{{count}}\u00a0heures',
    days_one: '{{count}}\u00a0jour',
    days_other: '{{count}}\u00a0jours',
  },
}
