import type { Words } from '../dictionary'

/** Other packing stations on the local network. */

export const bench: Words['bench'] = {
  held: 'Auf dem Packtisch bei {{who}}, seit {{at}}',
  takenOver: 'Übernommen von {{who}}, um {{at}}',
  text: 'Hier nicht zu packen. Übernehmen: diese Taste, oder zweimal BESTÄTIGEN.',
  takeOver: 'Übernehmen',
  packedAt: 'Gepackt bei {{who}}',
  marker: 'Bei {{station}}',
}

export const stations: Words['stations'] = {
  title: 'Andere Packplätze',
  about:
    'Packplätze eines Kontos sagen einander, welche Bestellung wo liegt und was gepackt ist, auch ohne Internet.',
  idle: 'Keine Bestellung',
  onBench: 'Bestellung {{orderId}} seit {{at}}',
  heard: 'gehört {{age}}',
  again: 'Es wird von selbst wieder versucht. Das Packen geht weiter.',
  ignored:
    'Seit dem Start übergangen: {{foreign}} Meldungen anderer Gruppen, {{newer}} neuerer Versionen, {{unreadable}} unlesbare.',
  states: {
    off: 'Ausgeschaltet: dieser Packplatz sagt und hört nichts.',
    training: 'Die Übung bleibt außen vor: jeder Übungsplatz hat eigene Bestellungen.',
    no_key: 'Es gibt noch kein Zugriffstoken, an dem Packplätze einander erkennen.',
    open_zero: 'Bereit. Kein anderer Packplatz ist zu hören.',
    open_one: 'Bereit. {{count}} anderer Packplatz ist zu hören.',
    open_other: 'Bereit. {{count}} andere Packplätze sind zu hören.',
  },
  reach: {
    deaf: 'Multicast kommt nicht durch: Diese Station hört nicht einmal ihre eigenen Meldungen. Fragen Sie die IT nach der Firewall dieses PCs oder tragen Sie die Adressen der anderen Stationen ein.',
    peers_silent:
      'Keine der Stationen, deren Adressen eingetragen sind, ist zu hören. Vielleicht sind sie aus, oder eine Firewall hält ihre Meldungen zurück.',
    alone:
      'Keine andere Station ist zu hören. Wenn andere laufen, lässt das Netzwerk vielleicht kein Multicast durch: Tragen Sie deren Adressen ein.',
  },
  full: '64 andere Stationen sind zu hören, mehr sind nicht möglich. Weitere bleiben unbemerkt.',
  problems: {
    port_taken: 'Ein anderes Programm belegt diesen Port.',
    not_allowed: 'Dieser PC erlaubt es nicht. Fragen Sie die IT nach der Firewall.',
    no_network: 'Es gibt kein Netzwerk.',
    failed: 'Das Netzwerk ist nicht nutzbar.',
  },
  network: 'Im lokalen Netz',
  on: 'Anderen Packplätzen sagen, was hier gepackt wird',
  name: 'Name dieses Packplatzes',
  nameHint: 'Leer: {{hostName}}',
  port: 'UDP-Port',
  portHint: 'An allen Packplätzen derselbe.',
  portProblem: 'Eine Zahl von 1024 bis 65535.',
  addresses: 'Adressen anderer Packplätze',
  addressesHint:
    'Nur wo das Netz kein Multicast durchlässt. Eine je Zeile, wie packplatz-2 oder 10.0.0.12:47766.',
  addressesProblem: 'Eine Adresse je Zeile, wie packplatz-2 oder 10.0.0.12:47766.',
  trust: 'Vertrauen',
  byToken: 'Packplätze erkennen einander am Zugriffstoken des Kontos.',
  byPassphrase: 'Packplätze erkennen einander am Gruppenpasswort.',
  passphrase: 'Gruppenpasswort',
  passphraseHint: 'An allen Packplätzen dasselbe. Es wird nie wieder angezeigt.',
  passphraseProblem: 'Mindestens 8 Zeichen.',
  setPassphrase: 'Dieses Passwort nutzen',
  removePassphrase: 'Zurück zum Token',
}
