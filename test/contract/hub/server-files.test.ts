import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { Kvm } from '@nats-io/kv'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openHub, type Hub } from '../../../src/main/warehouse/nats/hub'
import { createEvidenceHeads } from '../../../src/main/warehouse/nats/evidence'
import { createJournal } from '../../../src/main/warehouse/nats/journal/journal'
import { createSetup, type TakenSetup } from '../../../src/main/warehouse/nats/setup/setup'
import { createPresence, type PresencePart } from '../../../src/main/warehouse/nats/presence'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { systemClock } from '../../../src/main/base/clock'
import { certify, createAuthority } from '../../support/certificates'
import { createOps } from '../../support/journal-source'
import { openSetUp } from '../../../scripts/hub-stations.mjs'
import { endNow, freePort, HAS_NATS, runNatsServer } from '../../support/nats-process'
import { WELL } from '../../support/stations-at-hub'
import { tempDir } from '../../support/temp-dir'

/** The configuration files of docs/hub, as IT would use them: TLS, a key for each station, one server and three. */

const DOCS = join(import.meta.dirname, '../../../docs/hub')
const ORDER = 100_001

/** Three servers that have just been started take a while to choose a leader. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const WITHIN_MS = 240_000

const authority = createAuthority()

/** IT's folder: the files of the documentation, with this PC's places and ports in them. */
async function folderOfIt(file: string, ports: { port: number; clusterPort?: number }) {
  const dir = tempDir()
  const { cert, key } = await certify(await authority)
  writeFileSync(join(dir, 'hub.crt'), cert)
  writeFileSync(join(dir, 'hub.key'), key)
  mkdirSync(join(dir, 'data'))
  writeFileSync(join(dir, 'ca.crt'), (await authority).cert)
  const text = readFileSync(join(DOCS, file), 'utf8')
    .replace('port: 4222', `listen: "127.0.0.1:${ports.port}"`)
    .replace('port: 6222', `listen: "127.0.0.1:${ports.clusterPort}"`)
    .replace('/var/lib/packbench-hub', join(dir, 'data'))
    .replace('/run/packbench-hub', dir)
    .replaceAll('/etc/packbench-hub', dir)
  writeFileSync(join(dir, file), text)
  return dir
}

async function start(conf: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const server = await runNatsServer(['-c', conf], { ...process.env, ...env })
  onTestFinished(() => endNow(server))
  return server
}

/** A station with a key of its own. */
async function station(servers: readonly string[], name: string, secret: Buffer, dirs: readonly string[]) {
  const { cert } = await authority
  const stationId = randomUUID()
  const seed = letIn(dirs, name, stationId, { leads: true })
  const ops = createOps()
  const hub = openHub({
    address: { servers, credentials: { seed } },
    trusted: () => [cert],
    clock: systemClock,
    name,
    who: () => ({ stationId, station: name, operator: 'jo' }),
    onOrders: () => {},
    onChange: () => {},
    log: () => {},
  })
  const journal = hub.add((fail) =>
    createJournal({
      clock: systemClock,
      who: () => ({ stationId, station: name }),
      source: () => ops.source,
      onFault: fail,
      onChange: () => {},
    }),
  )
  hub.join(hubGroup(secret))
  onTestFinished(() => hub.close())
  await eventually(() => expect([hub.view().state, hub.view().refusal]).toEqual(['open', null]))
  return { hub, claims: hub.claims, ops, journal, stationId, seed }
}

/** Gives a station its key, in the folders of all servers, which then read it. */
function letIn(dirs: readonly string[], name: string, id: string, { leads }: { leads: boolean }): string {
  const [first = '', ...others] = dirs
  const file = readFileSync(openSetUp(first).addStation({ name, id, leads }), 'utf8')
  for (const dir of others) copyFileSync(join(first, 'stations.conf'), join(dir, 'stations.conf'))
  for (const dir of dirs) openSetUp(dir).reload()
  return /^SU\w+$/m.exec(file)?.[0] ?? ''
}

function presenceOf({ hub, stationId }: { hub: Hub; stationId: string }, name: string): PresencePart {
  return hub.add((fail) =>
    createPresence({
      clock: systemClock,
      stationId: () => stationId,
      own: () => ({ ...WELL, station: name }),
      onFault: fail,
    }),
  )
}

function setupOf(hub: Hub) {
  let known: TakenSetup | null = null
  const logos: string[] = []
  const part = hub.add((fail) =>
    createSetup({
      clock: systemClock,
      pinned: () => null,
      known: () => known,
      onSetup: (_group, setup) => (known = setup),
      onRefused: () => {},
      onLogo: (_account, { picture }) => logos.push(picture.toString()),
      onRestored: () => {},
      onFault: fail,
    }),
  )
  return { part, logos, version: () => known?.document.version ?? 0 }
}

const enter = async (server: string, seed: string, inboxPrefix = '_INBOX'): Promise<NatsConnection> => {
  const { cert } = await authority
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed.trim()))
  const connection = await connect({ servers: server, authenticator, inboxPrefix, tls: { ca: cert } })
  onTestFinished(() => connection.close())
  return connection
}

describe.skipIf(!HAS_NATS)('the files of docs/hub', () => {
  it('run one server that stations reach through TLS with the rights they need, and no more', async () => {
    const port = await freePort()
    const dir = await folderOfIt('nats-server.conf', { port })
    const server = `tls://127.0.0.1:${port}`
    const secret = randomBytes(32)
    const setUp = openSetUp(dir)
    setUp.prepare({ group: hubGroup(secret).name, accounts: [], server })
    await start(join(dir, 'nats-server.conf'))
    await setUp.makePlaces(join(dir, 'ca.crt'))
    const [a, b] = [await station([server], 'A', secret, [dir]), await station([server], 'B', secret, [dir])]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    b.claims.takeOver(ORDER)
    await eventually(() => expect(a.claims.heldElsewhere(ORDER)?.tookOver).toBe(true))
    const [atA, atB] = [presenceOf(a, 'A'), presenceOf(b, 'B')]
    const named = (at: PresencePart) => at.stations().map(({ value }) => value.station)
    await eventually(() => expect(named(atA).toSorted()).toEqual(['A', 'B']))
    const [other] = atA.stations().filter(({ isOwn }) => !isOwn)
    expect(await atA.remove(other?.stationId ?? '')).toBe(true)
    await eventually(() => expect(named(atB)).toEqual(['A']))

    const [setupA, setupB] = [setupOf(a.hub), setupOf(b.hub)]
    await eventually(async () => {
      const document = { format: 1 as const, at: new Date().toISOString(), station: 'A', by: 'jo' }
      const values = { preferences: {}, operators: [], accounts: {} }
      const make = (_group: string, version: number) => ({
        ...document,
        ...values,
        id: randomUUID(),
        version,
      })
      expect(await setupA.part.publish(null, make)).toBeNull()
    })
    await eventually(() => expect(setupB.version()).toBe(1))
    const picture = Buffer.from('a logo')
    const logo = { hash: createHash('sha256').update(picture).digest('hex'), picture }
    await setupA.part.keepLogo('account', logo)
    setupB.part.wantLogo('account', logo.hash)
    await eventually(() => expect(setupB.logos).toEqual(['a logo']))

    a.ops.queue(3)
    a.journal.wake()
    const admin = await enter(server, readFileSync(join(dir, 'admin.nk'), 'utf8'))
    const entries = async () => {
      const manager = await jetstreamManager(admin)
      return (await manager.streams.info(`packbench_${hubGroup(secret).name}_journal`)).state.bytes
    }
    await eventually(() => expect(a.journal.view()).toMatchObject({ waiting: 0 }))
    const before = await entries()
    a.ops.change(2, null)
    a.journal.wake()
    await eventually(async () => expect(await entries()).toBeLessThan(before))

    const logId = randomUUID()
    const evidence = a.hub.add((fail) =>
      createEvidenceHeads({
        clock: systemClock,
        stationId: () => a.stationId,
        source: () => ({
          account: 'account',
          head: () => ({ logId, seq: 7, hash: 'a'.repeat(64) }),
          before: () => null,
          onKept: () => {},
        }),
        onMissed: () => {},
        onFault: fail,
      }),
    )
    await eventually(async () =>
      expect(await evidence.kept()).toMatchObject({ heads: [{ logId, seq: 7 }], isFinal: true }),
    )

    const connection = await enter(server, a.seed, `_INBOX.${a.stationId}`)
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const heads = `packbench_${hubGroup(secret).name}_evidence`
    const denied = [
      () => manager.streams.deleteMessage(heads, 1),
      () => manager.streams.purge(heads),
      () => manager.streams.delete(heads),
      () => manager.streams.update(heads, { subjects: ['packbench.x'] }),
    ]
    for (const attempt of denied) await expect(attempt()).rejects.toThrow(/permi/i)
    expect((await evidence.kept())?.heads).toHaveLength(1)
    const kv = await new Kvm(connection).open(`packbench_${hubGroup(secret).name}_claims`)
    await expect(kv.destroy()).rejects.toThrow(/permission/i)
    await expect(connect({ servers: server, tls: { ca: (await authority).cert } })).rejects.toThrow(/auth/i)
    const unknown = connect({ servers: `nats://127.0.0.1:${port}`, user: 'station', pass: 'x' })
    await expect(unknown, 'a server whose certificate nobody trusts').rejects.toThrow()
  })

  it('run three servers, of which one may fail', { timeout: WITHIN_MS }, async () => {
    const ports = [await freePort(), await freePort(), await freePort()]
    const clusterPorts = [await freePort(), await freePort(), await freePort()]
    const env = Object.fromEntries(
      clusterPorts.map((port, index) => [`HUB_ROUTE_${index + 1}`, `nats://hub:cluster@127.0.0.1:${port}`]),
    )
    const [started, dirs] = [[] as ChildProcess[], [] as string[]]
    const servers = ports.map((port) => `tls://127.0.0.1:${port}`)
    const secret = randomBytes(32)
    for (const [index, port] of ports.entries()) {
      const clusterPort = clusterPorts[index] ?? 0
      const dir = await folderOfIt('nats-cluster.conf', { port, clusterPort })
      if (dirs[0] === undefined)
        openSetUp(dir).prepare({
          ...{ group: hubGroup(secret).name, accounts: [], replicas: ports.length },
          server: servers.join(','),
        })
      else copyFileSync(join(dirs[0], 'stations.conf'), join(dir, 'stations.conf'))
      dirs.push(dir)
      const conf = join(dir, 'nats-cluster.conf')
      started.push(
        await start(conf, { ...env, HUB_NAME: `hub-${index + 1}`, HUB_CLUSTER_PASSWORD: '"cluster"' }),
      )
    }
    const [dir = ''] = dirs
    await eventually(async () => {
      await openSetUp(dir).makePlaces(join(dir, 'ca.crt'))
    })
    const a = await station(servers, 'A', secret, dirs)
    const b = await station(servers, 'B', secret, dirs)
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    started[0]?.kill('SIGKILL')
    b.claims.takeOver(ORDER)
    a.ops.queue(500)
    a.journal.wake()
    await eventually(() => expect(a.journal.view()).toMatchObject({ waiting: 0, lostAt: null }))
    await eventually(() => {
      expect(b.claims.isConfirmed(ORDER)).toBe(true)
      expect(a.claims.heldElsewhere(ORDER)).toMatchObject({ station: 'B', tookOver: true })
    })
  })
})
