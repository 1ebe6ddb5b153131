import type { Words } from '../dictionary'

/** Other packing stations on the local network. */

export const bench: Words['bench'] = {
  held: 'Sur la table de {{who}}, depuis {{at}}',
  takenOver: 'Reprise par {{who}}, à {{at}}',
  text: 'Rien n’en est emballé ici. Pour la reprendre : ce bouton, ou CONFIRMER deux fois.',
  takeOver: 'Reprendre',
  packedAt: 'Emballé chez {{who}}',
  marker: 'Chez {{station}}',
}

export const stations: Words['stations'] = {
  title: 'Autres postes',
  about: 'Les postes d’un compte se disent quelle commande est où et ce qui est emballé, même sans internet.',
  idle: 'Aucune commande',
  onBench: 'Commande {{orderId}} depuis {{at}}',
  heard: 'entendu {{age}}',
  again: 'Nouvel essai automatique. L’emballage continue.',
  ignored:
    'Laissés de côté depuis le démarrage : {{foreign}} messages d’autres groupes, {{newer}} de versions plus récentes, {{unreadable}} illisibles.',
  states: {
    off: 'Arrêté : ce poste ne dit et n’entend rien.',
    training: 'La formation reste à part : chaque poste y a ses propres commandes.',
    no_key: 'Pas encore de jeton d’accès auquel les postes se reconnaissent.',
    open_zero: 'À l’écoute. Aucun autre poste n’est entendu.',
    open_one: 'À l’écoute. {{count}} autre poste est entendu.',
    open_other: 'À l’écoute. {{count}} autres postes sont entendus.',
  },
  reach: {
    deaf: 'Le multicast ne passe pas : ce poste n’entend même pas ses propres messages. Demandez au service informatique de vérifier le pare-feu de ce PC, ou saisissez les adresses des autres postes.',
    peers_silent:
      'Aucun des postes dont l’adresse est saisie n’est entendu. Ils sont peut-être éteints, ou un pare-feu retient leurs messages.',
    alone:
      'Aucun autre poste n’est entendu. Si d’autres fonctionnent, le réseau ne laisse peut-être pas passer le multicast : saisissez leurs adresses.',
  },
  full: '64 autres postes sont entendus, le maximum possible. Les suivants passent inaperçus.',
  problems: {
    port_taken: 'Un autre programme utilise ce port.',
    not_allowed: 'Ce PC ne le permet pas. Voyez le pare-feu avec le service informatique.',
    no_network: 'Il n’y a pas de réseau.',
    failed: 'Le réseau est inutilisable.',
  },
  network: 'Sur le réseau local',
  on: 'Dire aux autres postes ce qui est emballé ici',
  name: 'Nom de ce poste',
  nameHint: 'Vide : {{hostName}}',
  port: 'Port UDP',
  portHint: 'Le même à tous les postes.',
  portProblem: 'Un nombre de 1024 à 65535.',
  addresses: 'Adresses d’autres postes',
  addressesHint:
    'Seulement si le réseau ne laisse pas passer le multicast. Une par ligne, comme poste-2 ou 10.0.0.12:47766.',
  addressesProblem: 'Une adresse par ligne, comme poste-2 ou 10.0.0.12:47766.',
  trust: 'Confiance',
  byToken: 'Les postes se reconnaissent au jeton d’accès du compte.',
  byPassphrase: 'Les postes se reconnaissent à la phrase secrète.',
  passphrase: 'Phrase secrète',
  passphraseHint: 'La même à tous les postes. Elle n’est plus jamais affichée.',
  passphraseProblem: 'Au moins 8 caractères.',
  setPassphrase: 'Utiliser cette phrase',
  removePassphrase: 'Revenir au jeton',
}
