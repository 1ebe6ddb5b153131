import type { Words } from '../dictionary'

/** Other packing stations on the local network. */

export const bench: Words['bench'] = {
  held: 'En la mesa de {{who}}, desde las {{at}}',
  takenOver: 'Tomado por {{who}}, a las {{at}}',
  text: 'Aquí no se embala nada de él. Para tomarlo: este botón, o CONFIRMAR dos veces.',
  takeOver: 'Tomar',
  packedAt: 'Embalado en {{who}}',
  marker: 'En {{station}}',
}

export const stations: Words['stations'] = {
  title: 'Otros puestos',
  about:
    'Los puestos de una cuenta se dicen qué pedido está dónde y qué está embalado, también sin internet.',
  idle: 'Ningún pedido',
  onBench: 'Pedido {{orderId}} desde las {{at}}',
  heard: 'oído {{age}}',
  again: 'Se vuelve a intentar solo. Se puede seguir embalando.',
  ignored:
    'Dejados de lado desde el inicio: {{foreign}} mensajes de otros grupos, {{newer}} de versiones más nuevas, {{unreadable}} ilegibles.',
  states: {
    off: 'Apagado: este puesto no dice ni oye nada.',
    training: 'La formación queda aparte: cada puesto tiene allí sus propios pedidos.',
    no_key: 'Aún no hay token de acceso por el que los puestos se reconozcan.',
    open_zero: 'A la escucha. No se oye ningún otro puesto.',
    open_one: 'A la escucha. Se oye {{count}} puesto más.',
    open_other: 'A la escucha. Se oyen {{count}} puestos más.',
  },
  reach: {
    deaf: 'El multicast no pasa: este puesto no oye ni sus propios mensajes. Pregunte a informática por el cortafuegos de este PC, o escriba las direcciones de los otros puestos.',
    peers_silent:
      'No se oye ninguno de los puestos cuyas direcciones están escritas. Pueden estar apagados, o un cortafuegos retiene sus mensajes.',
    alone:
      'No se oye ningún otro puesto. Si hay otros en marcha, quizá la red no deja pasar el multicast: escriba sus direcciones.',
  },
  full: 'Se oyen otros 64 puestos, el máximo posible. Los demás pasan inadvertidos.',
  problems: {
    port_taken: 'Otro programa usa este puerto.',
    not_allowed: 'Este PC no lo permite. Consultar el cortafuegos con informática.',
    no_network: 'No hay red.',
    failed: 'La red no se puede usar.',
  },
  network: 'En la red local',
  on: 'Decir a otros puestos qué se embala aquí',
  name: 'Nombre de este puesto',
  nameHint: 'Vacío: {{hostName}}',
  port: 'Puerto UDP',
  portHint: 'El mismo en todos los puestos.',
  portProblem: 'Un número de 1024 a 65535.',
  addresses: 'Direcciones de otros puestos',
  addressesHint: 'Solo si la red no deja pasar multicast. Una por línea, como puesto-2 o 10.0.0.12:47766.',
  addressesProblem: 'Una dirección por línea, como puesto-2 o 10.0.0.12:47766.',
  trust: 'Confianza',
  byToken: 'Los puestos se reconocen por el token de acceso de la cuenta.',
  byPassphrase: 'Los puestos se reconocen por la frase secreta.',
  passphrase: 'Frase secreta',
  passphraseHint: 'La misma en todos los puestos. No se vuelve a mostrar.',
  passphraseProblem: 'Al menos 8 caracteres.',
  setPassphrase: 'Usar esta frase',
  removePassphrase: 'Volver al token',
}
