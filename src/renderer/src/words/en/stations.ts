/** Other packing stations on the local network. */

export const bench = {
  held: 'On the bench at {{who}}, since {{at}}',
  takenOver: 'Taken over by {{who}}, at {{at}}',
  text: 'Nothing of it is packed here now. To take it over: this button, or CONFIRM twice.',
  takeOver: 'Take over',
  packedAt: 'Packed at {{who}}',
  marker: 'At {{station}}',
} as const

export const stations = {
  title: 'Other stations',
  about:
    'Stations of one account tell each other which order is on which bench and what is packed, also without the internet.',
  idle: 'No order',
  onBench: 'Order {{orderId}} since {{at}}',
  heard: 'heard {{age}}',
  again: 'It is tried again by itself. Packing goes on.',
  ignored:
    'Left aside since the start: {{foreign}} messages of other groups, {{newer}} of newer versions, {{unreadable}} unreadable.',
  states: {
    off: 'Switched off: this station tells nothing and hears nothing.',
    training: 'Training is left out: every training station has orders of its own.',
    no_key: 'There is no access token yet that stations could trust each other by.',
    open_zero: 'Listening. No other station is heard.',
    open_one: 'Listening. {{count}} other station is heard.',
    open_other: 'Listening. {{count}} other stations are heard.',
  },
  reach: {
    deaf: 'Multicast does not get through: this station does not hear even its own messages. Ask IT about the firewall of this PC, or enter the addresses of the other stations.',
    peers_silent:
      'None of the stations whose addresses are entered is heard. They may be off, or a firewall holds their messages.',
    alone:
      'Nobody else is heard. If other stations are running, the network may not let multicast through: enter their addresses.',
  },
  full: '64 other stations are heard, the most that is possible. Further ones go unnoticed.',
  problems: {
    port_taken: 'Another program uses this port.',
    not_allowed: 'This PC does not allow it. Ask IT about its firewall.',
    no_network: 'There is no network.',
    failed: 'The network cannot be used.',
  },
  network: 'On the local network',
  on: 'Tell other stations what is packed here',
  name: 'Name of this station',
  nameHint: 'Empty: {{hostName}}',
  port: 'UDP port',
  portHint: 'The same at all stations.',
  portProblem: 'A number from 1024 to 65535.',
  addresses: 'Addresses of other stations',
  addressesHint:
    'Only where the network lets no multicast through. One per line, like packing-2 or 10.0.0.12:47766.',
  addressesProblem: 'One address per line, like packing-2 or 10.0.0.12:47766.',
  trust: 'Trust',
  byToken: 'Stations trust each other by the access token of the account.',
  byPassphrase: 'Stations trust each other by the passphrase.',
  passphrase: 'Passphrase',
  passphraseHint: 'The same at all stations. It is never shown again.',
  passphraseProblem: 'At least 8 characters.',
  setPassphrase: 'Use this passphrase',
  removePassphrase: 'Back to the token',
} as const
