import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashOf } from '../../../src/main/store/evidence/chain'
import { examine } from '../../../src/main/app/doctor'
import { epochOf } from '../../../src/main/warehouse/nats/storage/places'
import { hubGroup, openValue } from '../../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../../src/main/warehouse/multicast/seal'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import { nothing, optionsFor, packOldest, type Ask } from '../../support/composed'
import { insert, rows } from '../../support/evidence-log'
import { atHub, onlyHere, openHubMarket, openHubStation, ready, soon, wipe } from '../../support/hub-stations'
import type { TestMarketplace } from '../../support/marketplace'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { sealedAtHub } from '../../support/sealed-at-hub'
import { tempDir } from '../../support/temp-dir'

/** Whether the evidence log of a complete station is what the hub has kept of it. */

const verify = (ask: Ask) => ask('evidence:verify', nothing)
const atTheHub = async (ask: Ask) => {
  const { hub } = await verify(ask)
  if (hub === null || hub.state === 'away') throw new Error('the hub is away')
  return hub
}
/** The station notes a head with each connection, and when it is quit. */
const isKept = (ask: Ask, seq: number) =>
  soon(async () => expect((await atTheHub(ask)).seq).toBeGreaterThanOrEqual(seq))

function fileIn(dataDir: string, name: string): string {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(name),
  )
  if (found === undefined) throw new Error(`${dataDir} has no ${name}`)
  return join(dataDir, found)
}

/** Changes the log of a closed station, and the head that its database has noted, so that it finds nothing itself. */
function tamper(dataDir: string, change: (log: Database.Database) => void): void {
  const log = new Database(fileIn(dataDir, 'evidence.sqlite'))
  change(log)
  const last = rows(log).at(-1)
  log.close()
  const db = new Database(fileIn(dataDir, 'station.sqlite'))
  const noted = db.prepare("SELECT value FROM settings WHERE key = 'evidence.head'").pluck().get() as string
  const head = { ...(JSON.parse(noted) as object), seq: last?.seq, hash: last?.hash }
  db.prepare("UPDATE settings SET value = ? WHERE key = 'evidence.head'").run(JSON.stringify(head))
  db.close()
}

function rewriteFrom(log: Database.Database, seq: number): void {
  let prevHash = ''
  for (const row of rows(log)) {
    if (row.seq >= seq) {
      const next = { ...row, prevHash, ...(row.seq === seq ? { operator: 'Eve' } : {}) }
      log.prepare('DELETE FROM entries WHERE seq = ?').run(row.seq)
      insert(log, { ...next, hash: hashOf(next) })
      prevHash = hashOf(next)
    } else prevHash = row.hash
  }
}

/** A station with some entries, all of which the hub knows: it was quit, and is back. */
async function aStation() {
  const [server, market] = [await startNatsServer(), await openHubMarket()]
  const dataDir = tempDir()
  const open = async () => {
    const station = await openHubStation(server, market, 'Bench 1', { dataDir })
    await atHub(station.ask)
    return station
  }
  const first = await open()
  await ready(first.ask)
  for (let packed = 0; packed < 3; packed += 1) await packOldest(first.ask)
  await first.close()
  await noted(open, 4)
  return { server, market, dataDir, open }
}

/** Quitting waits for the hub only a moment, which is too short on a busy PC: the next connection notes what is missing. */
async function noted(open: () => Promise<{ ask: Ask; close(): Promise<void> }>, seq: number): Promise<void> {
  const { ask, close } = await open()
  await isKept(ask, seq)
  await close()
}

/** A hub whose disk was changed by somebody who has the key, too: these heads are gone, the others stand. */
async function withoutHeads(
  server: NatsServer,
  { baseUrl, accessToken }: TestMarketplace,
  isGone: (head: { seq: number }) => boolean,
): Promise<void> {
  const group = hubGroup(groupKey({ accessToken }, baseUrl))
  const name = `packbench_${group.name}_evidence`
  const connection = await connect({ servers: server.url })
  const { manager, put } = await sealedAtHub(connection, group, 'evidence')
  const { config, state } = await manager.streams.info(name)
  const kept: { place: string; head: unknown }[] = []
  for (let sequence = 1; sequence <= state.last_seq; sequence += 1) {
    const message = await manager.streams.getMessage(name, { seq: sequence })
    if (message === null) continue
    const place = message.subject.split('.').slice(3).join('.')
    const position = { use: 'evidence', epoch: epochOf(config), key: place, sequence }
    const opened = openValue(group, position, message.data)
    const head = opened.ok ? (JSON.parse(opened.json) as { seq: number }) : null
    if (head !== null && !isGone(head)) kept.push({ place, head })
  }
  await manager.streams.delete(name)
  await manager.streams.add(config)
  for (const { place, head } of kept) await put(place, head)
  await connection.close()
}

/** What the doctor says while the station is closed. */
async function fromOutside(
  server: NatsServer,
  { baseUrl, accessToken }: TestMarketplace,
  dataDir: string,
): Promise<string> {
  const options = {
    ...optionsFor(dataDir, { baseUrl, accessToken }),
    hub: { servers: [server.url], credentials: null },
  }
  const secrets = createKeyFileSecrets(dataDir)
  return (await examine(options, { host: 'a test', version: '1.2.3', secrets, nowMs: Date.now() })).text
}

describe.skipIf(!HAS_NATS)('the evidence log and the hub', () => {
  it('agree, since the hub has had it', async () => {
    const { open } = await aStation()
    const { ask } = await open()
    await isKept(ask, 4)
    const { finding, hub } = await verify(ask)
    expect(finding).toBeNull()
    expect(hub).toMatchObject({ state: 'equal', seq: 4, recorded: null, ignored: 0 })
    expect(hub).toMatchObject({ full: false, final: true, since: expect.stringMatching(/^20/) })
  })

  it('are in what IT asks first, from inside and from outside', async () => {
    const { server, market, dataDir, open } = await aStation()
    const { ask, close } = await open()
    await isKept(ask, 4)
    const hubCheck = async () => {
      const { checks } = await ask('diagnostics:read', nothing)
      return checks.find(({ check }) => check === 'hub')
    }
    await soon(async () =>
      expect(await hubCheck()).toMatchObject({
        state: 'good',
        detail: expect.stringMatching(/; evidence log: equal, entry 4, kept since 20/),
      }),
    )
    await close()
    expect(await fromOutside(server, market, dataDir)).toMatch(
      /^ok +hub +.*; keeps [34] heads of the evidence log; NATS .* may forget .*; this station is .*; group .*, account .*$/m,
    )
    tamper(dataDir, (log) => rewriteFrom(log, 3))
    const again = await open()
    await soon(async () => expect((await atTheHub(again.ask)).state).toBe('differs'))
    const { checks } = await again.ask('diagnostics:read', nothing)
    expect(checks.find(({ check }) => check === 'hub')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('differs, entry 4'),
    })
  })

  it('are missed from outside, as are copies of open operations', async () => {
    const { server, market, dataDir, open } = await aStation()
    const { ask, close } = await open()
    await market.goOffline()
    await packOldest(ask)
    await soon(async () => expect(await onlyHere(ask)).toBe(0))
    await close()
    expect(await fromOutside(server, market, dataDir)).toMatch(/^ok +hub +/m)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const group = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    const { streams } = await jetstreamManager(connection)
    const { config } = await streams.info(`packbench_${group.name}_journal`)
    await streams.delete(config.name)
    await streams.add(config)
    expect(await fromOutside(server, market, dataDir)).toMatch(
      /^warning +hub +[^ ]+: open operations only on this PC: 1; this station/m,
    )
    await withoutHeads(server, market, () => true)
    expect(await fromOutside(server, market, dataDir)).toMatch(
      /^FAILED +hub +[^ ]+: it has no head of the evidence log, and had that of entry 5, open operations only on this PC: 1; this station/m,
    )
  })

  it('disagree when entries were written again by somebody with a database tool', async () => {
    const { dataDir, open } = await aStation()
    tamper(dataDir, (log) => rewriteFrom(log, 3))
    const { ask } = await open()
    await soon(async () => expect((await atTheHub(ask)).state).toBe('differs'))
    const { finding, hub } = await verify(ask)
    expect(finding, 'the station alone finds nothing').toBeNull()
    expect(hub).toMatchObject({ seq: 4, recorded: null })
  })

  it('disagree when the end was cut off, or the PC was set back by a copy of its disk', async () => {
    const { dataDir, open } = await aStation()
    const copy = tempDir()
    cpSync(dataDir, copy, { recursive: true })
    tamper(dataDir, (log) => log.prepare('DELETE FROM entries WHERE seq > 2').run())
    const shorter = await open()
    await soon(async () => expect((await atTheHub(shorter.ask)).state).toBe('beyond'))
    expect(await verify(shorter.ask)).toMatchObject({ finding: null, hub: { seq: 4, recorded: null } })
    await shorter.close()

    rmSync(dataDir, { recursive: true })
    cpSync(copy, dataDir, { recursive: true })
    const later = await open()
    await packOldest(later.ask)
    await later.close()
    await noted(open, 5)
    rmSync(dataDir, { recursive: true })
    cpSync(copy, dataDir, { recursive: true })
    const back = await open()
    await soon(async () => expect((await atTheHub(back.ask)).state).toBe('beyond'))
    expect(await atTheHub(back.ask)).toMatchObject({ seq: 5, agreed: 4, recorded: null })
    await packOldest(back.ask)
    await packOldest(back.ask)
    // It has gone on from there.
    const differs = { state: 'differs', seq: 5, agreed: 4 }
    await soon(async () => expect(await atTheHub(back.ask)).toMatchObject(differs))
  })

  it('agree after a backup was restored in the app, which takes nothing back', async () => {
    const { open } = await aStation()
    const { ask } = await open()
    await isKept(ask, 4)
    const { name } = await ask('station:back-up', nothing)
    await packOldest(ask)
    await ask('station:restore', { name })
    await atHub(ask)
    await soon(async () => expect((await atTheHub(ask)).state).toBe('equal'))
    const { rows: entries } = await ask('evidence:list', { offset: 0, limit: 10 })
    expect(entries.map(({ kind }) => kind)).toContain('restored')
  })

  it('name the entry in which the log says that it was set back', async () => {
    const { dataDir, open } = await aStation()
    const log = new Database(fileIn(dataDir, 'evidence.sqlite'))
    log.prepare('DELETE FROM entries WHERE seq > 2').run()
    log.close()
    const { ask } = await open()
    await soon(async () =>
      expect(await atTheHub(ask)).toMatchObject({
        state: 'beyond',
        seq: 4,
        recorded: { seq: 3, kind: 'head_missed' },
      }),
    )
  })

  it('name the log that was there before its file was taken away', async () => {
    const { dataDir, open } = await aStation()
    rmSync(fileIn(dataDir, 'evidence.sqlite'))
    const { ask } = await open()
    await soon(async () =>
      expect(await atTheHub(ask)).toMatchObject({
        state: 'replaced',
        seq: 4,
        recorded: { seq: 1, kind: 'log_begun' },
      }),
    )
  })

  it('are found by the station itself to disagree when the hub was wiped, which an alarm and an entry say', async () => {
    const { server, open } = await aStation()
    const { ask, close } = await open()
    await isKept(ask, 4)
    const before = await atTheHub(ask)
    const alarms = async () =>
      (await ask('station:notices', nothing)).filter(({ kind }) => kind === 'evidence_at_hub').length
    expect(await alarms()).toBe(0)
    await wipe(server)
    await soon(async () => expect(await alarms()).toBe(1))
    const lost = { state: 'lost', recorded: { kind: 'hub_disagrees' } }
    await soon(async () => expect(await atTheHub(ask)).toMatchObject(lost))
    await soon(async () =>
      expect(Date.parse((await atTheHub(ask)).since ?? '')).toBeGreaterThan(Date.parse(before.since ?? '')),
    )
    await soon(async () => {
      const { checks } = await ask('diagnostics:read', nothing)
      expect(checks.find(({ check }) => check === 'hub')).toMatchObject({
        state: 'warning',
        detail: expect.stringContaining('evidence log: lost'),
      })
    })
    await close()
    const again = await open()
    await soon(async () => expect(await atTheHub(again.ask)).toMatchObject(lost))
    const announced = (await again.ask('station:notices', nothing)).filter(
      ({ kind }) => kind === 'evidence_at_hub',
    )
    expect(announced, 'once').toHaveLength(1)
  })

  it('disagree although the noted head was removed here, because the hub has a later one that names it', async () => {
    const { server, market, dataDir, open } = await aStation()
    const db = new Database(fileIn(dataDir, 'station.sqlite'))
    const noted = () => db.prepare("SELECT value FROM settings WHERE key = 'evidence.hub'").pluck().get()
    expect(JSON.parse(String(noted()))).toMatchObject({ seq: 1, last: 4 })
    db.prepare("DELETE FROM settings WHERE key = 'evidence.hub'").run()
    db.close()
    await withoutHeads(server, market, ({ seq }) => seq === 1)
    const { ask } = await open()
    await soon(async () =>
      expect(await atTheHub(ask)).toMatchObject({ state: 'lost', seq: 1, recorded: null }),
    )
  })

  it('leave strange values alone and count them (H7), and cannot be compared without the hub', async () => {
    const { server, open } = await aStation()
    const { ask } = await open()
    await isKept(ask, 4)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const manager = await jetstreamManager(connection)
    for await (const { config } of manager.streams.list()) {
      if (!config.name.endsWith('_evidence')) continue
      const { state } = await manager.streams.info(config.name, { subjects_filter: '>' })
      for (const subject of Object.keys(state.subjects ?? {})) connection.publish(subject, 'a letter')
      await connection.flush()
      await soon(async () => expect((await atTheHub(ask)).ignored).toBe(1))
      expect((await atTheHub(ask)).state).toBe('equal')
    }
    await server.kill()
    await soon(async () => expect((await verify(ask)).hub).toEqual({ state: 'away' }))
    expect(await verify(ask)).toMatchObject({ finding: null, entries: 4 })
  })
})
