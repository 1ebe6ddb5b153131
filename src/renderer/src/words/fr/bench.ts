import type { Words } from '../dictionary'

export const nextStep: Words['nextStep'] = {
  label: 'Étape suivante',
  progress: '{{done}} sur {{goods}}',
  scan_items_one: 'Scannez {{count}} article',
  scan_items_other: 'Scannez {{count}} articles',
  scan_more_one: 'Scannez encore {{count}} article',
  scan_more_other: 'Scannez encore {{count}} articles',
  scan_label: 'Scannez l’étiquette, ou CONFIRMER',
  confirm: 'Scannez CONFIRMER ou F9',
  ship: 'Emballée : EXPÉDIER, ou suivante',
  held_elsewhere: 'À un autre poste',
  take_hold_off: 'De côté. METTRE DE CÔTÉ la libère, ou SUIVANTE',
  next_order: 'Tout est emballé. Scannez la commande suivante',
}

export const sound: Words['sound'] = {
  volume: 'Volume sonore',
  silent: 'Muet : regardez l’écran',
  speech: 'Lire les réponses à voix haute',
  speechHint: 'Dans la langue de l’écran.',
  tones: 'Chaque son',
  play: 'Écouter : {{tone}}',
  stopsHint: 'Chaque réponse est aussi montrée en mots et en couleur.',
  names: {
    accepted: 'Accepté',
    complete: 'Tout est scanné',
    wrong: 'Erreur',
    already: 'Déjà scanné',
    busy: 'À un autre poste',
    unknown: 'Code inconnu',
    alarm: 'Alarme',
  },
}
