import type { Words } from '../dictionary'

export const calibration: Words['calibration'] = {
  hint: 'Lecteur non calibré',
  title: 'Calibrer le lecteur',
  never: 'Pas encore calibré. Le lecteur est lu tel qu’il sort d’usine.',
  last: 'Dernière réussite : {{at}}',
  lead: 'Scannez les codes de la feuille de calibrage, l’un après l’autre. Tant que cette page est ouverte, les scans ne font rien d’autre.',
  steps: 'Codes de la feuille de calibrage',
  step: {
    small: '1. Lettres minuscules',
    capitals: '2. Lettres majuscules',
    signs: '3. Chiffres et signes',
    long: '4. Code long',
  },
  scanNow: 'Scannez maintenant',
  read: 'Lu',
  restart: 'Recommencer',
  passed: 'Réussi',
  found:
    'Clavier du lecteur : {{layout}}. Fin d’un code : {{end}}. Signes autour : {{marks}}. Pause la plus longue : {{maxGapMs}} ms. Enregistré.',
  layout: { us: 'américain', uk: 'britannique', fr: 'français', de: 'allemand' },
  end: { enter: 'Entrée', tab: 'Tabulation', none: 'rien' },
  noMarks: 'aucun',
  marks: '« {{prefix}} » avant, « {{suffix}} » après',
  capsLockOn: 'Verr. Maj. était activé. Cela ne gêne pas les scans.',
  noEnd:
    'Mieux : réglez le lecteur pour qu’il envoie Entrée après chaque code. Les codes courts et les scans rapides seront sûrs aussi.',
  refused: 'Refusé',
  came: 'Reçu : {{came}}',
  problem: {
    caps_lock:
      'Minuscules et majuscules sont inversées. Désactivez Verr. Maj. sur ce PC et « Caps Lock Override » dans le lecteur. Puis scannez à nouveau.',
    pc_layout:
      'Ce PC lit le lecteur avec une autre disposition de clavier. Réglez le lecteur sur celle de ce PC, ou le PC sur US. Puis scannez à nouveau.',
    keys_lost:
      'Des caractères ont été perdus. Réglez dans le lecteur une pause plus longue entre les caractères. Puis scannez à nouveau.',
    too_slow:
      'Le lecteur tape aussi lentement qu’une personne. Réglez dans le lecteur une pause plus courte entre les caractères. Puis scannez à nouveau.',
    unreadable:
      'Ce n’est pas un code de la feuille, ou il est arrivé déformé. Réglez le lecteur sur « clavier USB, US » et scannez la feuille à nouveau.',
    layouts_differ:
      'Les codes sont arrivés dans des dispositions de clavier différentes. Réglez le lecteur sur « clavier USB, US ». Puis recommencez.',
    marks_differ:
      'Le lecteur a mis des signes différents autour des codes. Réglez le même préfixe et le même suffixe pour tous les codes. Puis recommencez.',
    endings_differ:
      'Certains codes finissent par Entrée ou Tabulation, d’autres non. Réglez la même fin pour tous les codes. Puis recommencez.',
  },
  settings: 'Comment le lecteur tape',
  settingsHint: 'Le calibrage remplit ces champs.',
  scannerLayout: 'Clavier réglé dans le lecteur',
  terminator: 'Un code finit par',
  prefix: 'Avant chaque code',
  suffix: 'Après chaque code',
  marksHint: 'Retiré. Sans cela, un code est refusé comme tronqué.',
  groupSeparator: 'À la place de FNC1',
  groupSeparatorHint: 'Pour les codes GS1, si le lecteur ne peut taper ni Ctrl+] ni F8.',
  maxGap: 'Pause la plus longue entre caractères (ms)',
  maxGapProblem: 'Un nombre entier de 5 à 250.',
}
