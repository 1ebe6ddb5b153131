import { Kvm } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import { openValue, sealValue, type HubGroup } from '../../src/main/hub/seal'
import type { PublishedSetup } from '../../src/main/hub/setup-document'

/** What is published at a hub, as anybody reads and writes it who has a connection and the group's secret. */
export async function openSetupAtHub(connection: NatsConnection, { name, key }: HubGroup) {
  const kv = await new Kvm(connection).open(`packbench_${name}_setup`)
  return {
    async read(): Promise<PublishedSetup> {
      const opened = openValue(key, 'setup/setup', (await kv.get('setup'))?.value ?? Buffer.of())
      return JSON.parse(opened.ok ? opened.json : '{}') as PublishedSetup
    },
    write: (value: object): Promise<number> =>
      kv.put('setup', sealValue(key, 'setup/setup', JSON.stringify(value)) ?? ''),
  }
}
