import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/base/clock'
import { openHub, type Hub } from '../../src/main/warehouse/nats/hub'
import { hubGroup, type HubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { openSetUp } from '../../scripts/hub-stations.mjs'
import { eventually } from './eventually'
import { freePort, endNow, runNatsServer } from './nats-process'
import { tempDir } from './temp-dir'

/** A hub as `npm run hub -- --set-up` makes it: buckets and streams are there, and each station has its own key. */

export const ACCOUNT = 'a'.repeat(16)

export type KeyOfStation = { id: string; seed: string }

export async function startSetUpHub({
  group = hubGroup(randomBytes(32)),
  account = ACCOUNT,
}: { group?: HubGroup; account?: string } = {}) {
  const dir = tempDir()
  mkdirSync(dir, { recursive: true })
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  const setUp = openSetUp(dir)
  setUp.prepare({ group: group.name, accounts: [account], server: url })
  writeFileSync(
    join(dir, 'hub.conf'),
    `listen: "127.0.0.1:${port}"\npid_file: "${join(dir, 'hub.pid')}"
jetstream { store_dir: "${join(dir, 'data')}" }\ninclude "stations.conf"\n`,
  )
  const server = await runNatsServer(['-c', join(dir, 'hub.conf')])
  onTestFinished(() => endNow(server))
  await setUp.makePlaces()

  const enter = async (seed: string, inbox: string): Promise<NatsConnection> => {
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed.trim()))
    const connection = await connect({ servers: url, authenticator, inboxPrefix: inbox, reconnect: false })
    onTestFinished(() => connection.close())
    return connection
  }
  return {
    group,
    url,
    setUp,
    admin: () => enter(readFileSync(join(dir, 'admin.nk'), 'utf8'), '_INBOX'),
    /** Gives a station its key, as IT does. */
    add(name: string, { leads = false }: { leads?: boolean } = {}): KeyOfStation {
      const id = randomUUID()
      const file = readFileSync(setUp.addStation({ name, id, leads }), 'utf8')
      setUp.reload()
      return { id, seed: /^SU\w+$/m.exec(file)?.[0] ?? '' }
    },
    /** What somebody does who has the station's key, and no passphrase. */
    enter: ({ id, seed }: KeyOfStation) => eventually(() => enter(seed, `_INBOX.${id}`)),
    enterOnce: ({ id, seed }: KeyOfStation) => enter(seed, `_INBOX.${id}`),
    /** The station itself. */
    async open({ id, seed }: KeyOfStation, name: string): Promise<Hub> {
      const hub = openHub({
        address: { servers: [url], credentials: { seed } },
        trusted: () => [],
        clock: systemClock,
        name,
        who: () => ({ stationId: id, station: name, operator: 'jo' }),
        onOrders: () => {},
        onChange: () => {},
        log: () => {},
      })
      onTestFinished(() => hub.close())
      hub.join(group)
      await eventually(() => {
        if (hub.view().state !== 'open' || hub.view().refusal !== null)
          throw new Error(hub.view().refusal ?? 'away')
      })
      return hub
    },
  }
}
