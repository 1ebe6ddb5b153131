// @ts-check
/**
 * The set-up of a warehouse's hub: makes the buckets and streams of a group of stations, and gives each station a key and
 * rights of its own. What it has given is in `hub.json`; the server reads `stations.conf`.
 */
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, nkeyAuthenticator, nkeys } from '@nats-io/transport-node'

/** @typedef {typeof import('../src/main/warehouse/nats/storage/places')} Places */
/** @typedef {{ name: string, id: string, leads: boolean, key: string }} Station */
/**
 * @typedef {object} State
 * @property {string} admin the public key of the set-up's own user
 * @property {string | null} server
 * @property {number} replicas
 * @property {Record<string, string[]>} groups the accounts of each group of stations
 * @property {Station[]} stations
 */

/** Plain TypeScript without imports: this Node reads it as it is. @type {Places} */
const { epochOf, newEpoch, placesAtHub, rightsAtHub } = await import(
  new URL('../src/main/warehouse/nats/storage/places.ts', import.meta.url).href
)

const PRIVATE = 0o600
const [GROUP, ACCOUNT, NAME] = [/^[0-9a-f]{12}$/, /^[0-9a-f]{16}$/, /^[\w.-]{1,60}$/]
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What a person has to do or to correct; its message is all that is said. */
export class SetUpProblem extends Error {}

/**
 * @param {string} folder
 * @param {(pid: number, signal: string) => unknown} [tell]
 */
export function openSetUp(folder, tell = (pid, signal) => process.kill(pid, signal)) {
  const at = (/** @type {string} */ name) => path.join(folder, name)
  /** @returns {State} */
  const read = () => {
    if (existsSync(at('hub.json'))) return JSON.parse(readFileSync(at('hub.json'), 'utf8'))
    mkdirSync(folder, { recursive: true })
    const admin = nkeys.createUser()
    write('admin.nk', `${seedOf(admin)}\n`)
    return { admin: admin.getPublicKey(), server: null, replicas: 1, groups: {}, stations: [] }
  }
  /** Whole or not at all, and for its owner alone. @param {string} name @param {string} text */
  const write = (name, text) => {
    writeFileSync(at(`${name}.new`), text, { mode: PRIVATE })
    // The server reads it as the user to whom the folder belongs, and root writes it.
    const { uid, gid } = statSync(folder)
    if (process.getuid?.() === 0) chownSync(at(`${name}.new`), uid, gid)
    renameSync(at(`${name}.new`), at(name))
  }
  /** @param {State} state */
  const save = (state) => {
    write('hub.json', `${JSON.stringify(state, null, 2)}\n`)
    write('stations.conf', configOf(state))
  }
  /** Where the server's configuration in this folder says; the file of docs/hub is there under its own name. */
  const pidFileOfServer = () => {
    for (const name of ['nats-server.conf', 'nats-cluster.conf']) {
      const [, file] =
        (existsSync(at(name)) && /^pid_file: "(.+)"$/m.exec(readFileSync(at(name), 'utf8'))) || []
      if (file !== undefined) return file
    }
    return at('hub.pid')
  }
  /** The server reads its configuration again: who is no longer in it is out at once. */
  const reload = (pidFile = pidFileOfServer()) => {
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
    // In a container the server is the first process; here that is another one.
    if (!Number.isSafeInteger(pid) || pid <= 1) return false
    try {
      tell(pid, 'SIGHUP')
      return true
    } catch {
      return false
    }
  }

  return {
    reload,
    /** @param {{ group?: string | undefined, accounts: readonly string[], server?: string | undefined, replicas?: number | undefined }} given */
    prepare({ group, accounts, server, replicas }) {
      const state = read()
      if (group !== undefined) {
        must(GROUP, group, '--group')
        for (const account of accounts) must(ACCOUNT, account, '--account')
        state.groups[group] = [...new Set([...(state.groups[group] ?? []), ...accounts])]
      }
      state.server = server ?? state.server
      state.replicas = replicas ?? state.replicas
      save(state)
      return state
    },
    /** Makes what is missing, and limits what is there. @param {string} [ca] a file */
    async makePlaces(ca) {
      const state = read()
      const connection = await connectAsAdmin(state, readFileSync(at('admin.nk'), 'utf8'), [
        ...(ca === undefined ? [] : [readFileSync(ca, 'utf8')]),
        ...(existsSync(at('hub.crt')) ? [readFileSync(at('hub.crt'), 'utf8')] : []),
      ])
      try {
        const manager = await jetstreamManager(connection)
        /** @type {string[]} */
        const made = []
        for (const [group, accounts] of Object.entries(state.groups))
          for (const place of placesAtHub(group, accounts, state.replicas)) {
            const there = await manager.streams.info(place.name).catch(() => null)
            // What is there keeps its epoch: without it, nothing in it could be opened any more.
            const description = there === null ? newEpoch() : epochOf(there.config)
            const config = /** @type {any} */ ({ ...place, description })
            await (there === null ? manager.streams.add(config) : manager.streams.update(place.name, config))
            if (there === null) made.push(place.name)
          }
        return made
      } finally {
        await connection.close()
      }
    },
    /** @param {{ name: string, id: string, leads: boolean }} given @returns the path of its credentials file */
    addStation({ name, id, leads }) {
      must(NAME, name, '--add-station')
      must(ID, id, '--id')
      const state = read()
      const key = nkeys.createUser()
      const others = state.stations.filter((one) => one.name !== name)
      const same = others.find((one) => one.id === id)
      if (same !== undefined)
        throw new SetUpProblem(`${same.name} has this ID: no two stations may have the same one`)
      state.stations = [...others, { name, id, leads, key: key.getPublicKey() }]
      save(state)
      const file = `${name}.nk`
      write(file, `# Packbench station ${name}, ${id}: keep this secret\n${seedOf(key)}\n`)
      return at(file)
    },
    /** @param {string} name */
    removeStation(name) {
      const state = read()
      const left = state.stations.filter((one) => one.name !== name)
      if (left.length === state.stations.length)
        throw new SetUpProblem(
          `there is no station ${name}: ${state.stations.map((one) => one.name).join(', ')}`,
        )
      save({ ...state, stations: left })
    },
  }
}

/** @param {State} state @param {string} seed @param {readonly string[]} certificates */
async function connectAsAdmin({ server }, seed, certificates) {
  const servers = server ?? 'tls://localhost:4222'
  try {
    return await connect({
      servers: servers.split(','),
      authenticator: nkeyAuthenticator(new TextEncoder().encode(seed.trim())),
      ...(servers.startsWith('tls:')
        ? { tls: { ca: [...rootCertificates, ...certificates].join('\n') } }
        : {}),
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SetUpProblem(`${servers}: ${why}. Start the server with stations.conf, then run this again.`)
  }
}

/** @param {State} state */
function configOf({ admin, groups, stations }) {
  const quoted = (/** @type {readonly string[]} */ list) => list.map((one) => `\n          "${one}"`).join('')
  const users = stations.map((station) => {
    const all = Object.entries(groups).map(([group, accounts]) => rightsAtHub(group, accounts, station))
    const publish = [...new Set(all.flatMap((rights) => rights.publish))]
    const subscribe = [...new Set(all.flatMap((rights) => rights.subscribe))]
    return `    # ${station.name}, ${station.id}
    {
      nkey: ${station.key}
      permissions: {
        publish: [${quoted(publish)}
        ]
        subscribe: [${quoted(subscribe)}
        ]
      }
    }`
  })
  return `# Written by "npm run hub -- --set-up", "--add-station" and "--remove-station": what is changed here is lost.
authorization {
  users = [
    # The set-up, which makes buckets and streams.
    { nkey: ${admin} }
${users.join('\n')}
  ]
}
`
}

/** @param {ReturnType<typeof nkeys.createUser>} key */
function seedOf(key) {
  return new TextDecoder().decode(key.getSeed())
}

/** @param {RegExp} shape @param {string} text @param {string} flag */
function must(shape, text, flag) {
  if (!shape.test(text)) throw new SetUpProblem(`${flag} cannot be "${text}"`)
}
