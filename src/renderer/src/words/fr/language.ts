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
