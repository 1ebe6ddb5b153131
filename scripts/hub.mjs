// @ts-check
/**
 * `npm run hub`: a hub for trying it out, one NATS server with JetStream on this PC. It keeps its data in `--data-dir`,
 * or in a folder that goes with it. With `--set-up`, `--add-station` and `--remove-station` it sets up a warehouse's
 * hub, with `--setup-key` it makes the key that signs the settings of all stations: see docs/it-guide.md.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `npm run hub -- [--port=4222] [--data-dir=DIR]
npm run hub -- --set-up --group=GROUP [--account=ACCOUNT …] [--server=tls://hub.example:4222] [--ca=FILE] [--replicas=3] [--in=DIR]
npm run hub -- --add-station=NAME --id=ID [--leads] [--in=DIR]
npm run hub -- --remove-station=NAME [--in=DIR]
npm run hub -- --setup-key=FILE`
const FOLDER = '/etc/packbench-hub'

const OPTIONS = /** @type {const} */ ({
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'set-up': { type: 'boolean' },
  'add-station': { type: 'string' },
  'remove-station': { type: 'string' },
  'setup-key': { type: 'string' },
  group: { type: 'string' },
  account: { type: 'string', multiple: true },
  id: { type: 'string' },
  leads: { type: 'boolean' },
  server: { type: 'string' },
  ca: { type: 'string' },
  replicas: { type: 'string' },
  pid: { type: 'string' },
  in: { type: 'string' },
})

/** @returns {never} */
function refuse() {
  console.error(USAGE)
  process.exit(2)
}

function readFlags() {
  try {
    const { values } = parseArgs({ options: OPTIONS })
    const { port = '4222', replicas = '1' } = values
    if (/^\d{1,5}$/.test(port) && /^[13]$/.test(replicas)) return { ...values, port }
  } catch {
    // Said below.
  }
  return refuse()
}

/** @param {ReturnType<typeof readFlags>} flags */
async function setUp(flags) {
  const { openSetUp, SetUpProblem } = await import('./hub-stations.mjs')
  const here = openSetUp(flags.in ?? FOLDER)
  const [add, remove] = [flags['add-station'], flags['remove-station']]
  const reloadServer = (/** @type {string} */ done) => {
    const then = here.reload(flags.pid)
      ? ''
      : ' Let each server read stations.conf: systemctl reload packbench-hub, or docker compose kill --signal HUP hub'
    console.log(`${done}${then}`)
  }
  if (add !== undefined && flags.id === undefined) refuse()
  try {
    if (add !== undefined) {
      const file = here.addStation({ name: add, id: flags.id ?? '', leads: flags.leads === true })
      reloadServer(
        `${file}: take it to the station, name it in PACKBENCH_HUB_CREDENTIALS, and delete it here.`,
      )
    } else if (remove !== undefined) {
      here.removeStation(remove)
      reloadServer(`${remove} is no longer let in.`)
    } else {
      const { group, account = [], server, replicas } = flags
      here.prepare({
        group,
        accounts: account,
        server,
        replicas: replicas === undefined ? undefined : Number(replicas),
      })
      here.reload(flags.pid)
      const made = await here.makePlaces(flags.ca)
      console.log(made.length === 0 ? 'Everything is there.' : `Made ${made.join(', ')}.`)
    }
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Makes the key pair, or says what its public half is. @param {string} file */
async function makeSetupKey(file) {
  const { readSetupKey, wordsOfKey } = await import(
    new URL('../src/main/warehouse/nats/setup/key.ts', import.meta.url).href
  )
  const { generateKeyPairSync } = await import('node:crypto')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  }
  const key = readSetupKey(readFileSync(file, 'utf8'))
  if (key === null) {
    console.error(`${file} is no Ed25519 key.`)
    process.exitCode = 1
    return
  }
  console.log(
    `${file}: name it in PACKBENCH_HUB_SETUP_KEY at the station where supervisors publish, and nowhere else.`,
  )
  console.log(`hub.setupKey of all other stations: ${key.id}`)
  console.log(`In words: ${wordsOfKey(key.id)}`)
}

/** @param {ReturnType<typeof readFlags>} flags */
function tryOut({ port, 'data-dir': dataDir }) {
  if (spawnSync('nats-server', ['--version']).status !== 0) {
    console.error(
      'nats-server is not installed. Debian: apt-get install nats-server; others: https://nats.io/download',
    )
    process.exit(1)
  }
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'packbench-hub-'))
  const server = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', port], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let isReady = false
  server.stderr.on('data', (/** @type {Buffer} */ log) => {
    process.stderr.write(log)
    if (isReady || !log.includes('Server is ready')) return
    isReady = true
    console.log(`A hub on this PC: start stations with PACKBENCH_HUB_URL=nats://127.0.0.1:${port}`)
  })
  let isAsked = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => {
      isAsked = true
      server.kill(signal)
    })
  server.on('exit', (code, signal) => {
    const why = signal === null ? `with code ${code}` : `by ${signal}`
    if (!isReady) console.error(`nats-server has ended ${why}: there is no hub.`)
    else if (!isAsked) console.error(`nats-server has ended ${why}: there is no hub any more.`)
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    process.exitCode = isAsked ? 0 : (code ?? 1)
  })
}

const flags = readFlags()
const isSetUp = flags['set-up'] === true || flags['add-station'] !== undefined
if (flags['setup-key'] !== undefined) await makeSetupKey(flags['setup-key'])
else if (isSetUp || flags['remove-station'] !== undefined) await setUp(flags)
else tryOut(flags)
