import type { Words } from '../dictionary'

export const language: Words['language'] = {
  title: 'Langue et dates',
  label: 'Langue',
  ofPc: 'Comme sur ce PC ({{name}})',
  dates: 'Dates affichées',
  datesOfLanguage: 'Usuel dans la langue ({{example}})',
}

export const timeEntry: Words['timeEntry'] = {
  doubled: 'Les horloges ont reculé : cette heure a existé deux fois. Choisissez laquelle.',
  earlier: 'La première ({{offset}})',
  later: 'La seconde ({{offset}})',
  skipped: 'Les horloges ont avancé : cette heure n’a jamais existé.',
}
