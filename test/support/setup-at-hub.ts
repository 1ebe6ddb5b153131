import type { NatsConnection } from '@nats-io/transport-node'
import type { HubGroup } from '../../src/main/warehouse/nats/storage/seal'
import type { PublishedSetup } from '../../src/main/warehouse/nats/setup/document'
import { sealedAtHub } from './sealed-at-hub'

/** What is published at a hub, as anybody reads and writes it who has a connection and the group's secret. */
export async function openSetupAtHub(connection: NatsConnection, group: HubGroup) {
  const bucket = await sealedAtHub(connection, group, 'setup')
  return {
    read: async (): Promise<PublishedSetup> => ((await bucket.read('setup')) ?? {}) as PublishedSetup,
    write: (value: object): Promise<number> => bucket.put('setup', value),
  }
}
