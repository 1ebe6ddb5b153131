import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import type { LanProblem } from '../../../../shared/contract/neighbors'
import type { Wire } from '../../multicast/wire'
import type { HubGroup } from '../storage/seal'

/**
 * The messages of `../../multicast` by way of the hub: to every station of the group, on whatever network. They are sealed
 * by the sender, as on the local network.
 */
export type HubWire = {
  /** A connection begins, or `null`: it is lost. */
  use(connection: NatsConnection | null, group: HubGroup | null): void
  open: (onDatagram: (datagram: Buffer) => void, onProblem: () => void) => Wire
}

export function createHubWire(): HubWire {
  let connection: NatsConnection | null = null
  let subject: string | null = null
  let subscription: Subscription | null = null
  let hear: ((datagram: Buffer) => void) | null = null
  let tell: (() => void) | null = null
  let listening = false

  const follow = (): void => {
    subscription?.unsubscribe()
    subscription = null
    if (connection === null || subject === null || !listening || connection.isClosed()) return
    subscription = connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) hear?.(Buffer.from(message.data))
      },
    })
  }
  const problem = (): LanProblem | null => (listening && subscription === null ? 'hub_away' : null)

  return {
    use(next, group) {
      connection = next
      subject = group === null ? null : `packbench.${group.name}.neighbors`
      follow()
      tell?.()
    },
    open(onDatagram, onProblem) {
      hear = onDatagram
      tell = onProblem
      return {
        listen(settings) {
          if ((settings !== null) === listening) return
          listening = settings !== null
          follow()
        },
        send(datagram) {
          if (subscription === null || subject === null) return
          // A connection that is just closing: the next hello says the same.
          if (connection?.isClosed() === false) connection.publish(subject, datagram)
        },
        problem,
        async close() {
          listening = false
          follow()
        },
      }
    },
  }
}
