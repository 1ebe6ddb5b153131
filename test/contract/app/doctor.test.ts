import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { examine } from '../../../src/main/app/doctor'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import type { StationOptions } from '../../../src/main/app/options'
import { compose, imported, openMarket, optionsFor } from '../../support/composed'
import { HAS_NATS, makeNatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { betrayedIn } from '../../support/kept-logs'
import { tempDir } from '../../support/temp-dir'

/** A station that has read its orders, made a backup and been closed. */
async function aStation() {
  const market = await openMarket()
  const dataDir = tempDir()
  chmodSync(dataDir, 0o700)
  const { ask, close } = await compose(dataDir, market.live)
  await imported(ask)
  await ask('station:back-up', {})
  await close()
  const [folder = ''] = readdirSync(path.join(dataDir, 'live'))
  return {
    market,
    dataDir,
    account: path.join(dataDir, 'live', folder),
    options: optionsFor(dataDir, market.live),
  }
}

const doctor = (options: StationOptions, nowMs = Date.now()) =>
  examine(options, {
    host: 'browser',
    version: '0.0.0-test',
    secrets: createKeyFileSecrets(options.dataDir),
    nowMs,
  })

describe('the doctor', () => {
  it('finds a healthy station healthy, and says neither token nor buyer', async () => {
    const { options, market } = await aStation()
    const { text, healthy } = await doctor(options)
    expect(text).toContain('This station is healthy.')
    expect(healthy).toBe(true)
    for (const check of [
      'data_folder',
      'key_file',
      'account_data',
      'backups',
      'outbox',
      'connection',
      'clock',
    ])
      expect(text).toMatch(new RegExp(`^ok +${check} `, 'm'))
    expect(betrayedIn(text, [market.accessToken])).toEqual([])
  })

  it.skipIf(!HAS_NATS)('says how the hub answers, or why it does not', async () => {
    const { options } = await aStation()
    expect((await doctor(options)).text).toMatch(/^- +hub +none is set/m)
    const server = await startNatsServer()
    const at = (url: string) => ({ ...options, hub: { servers: [url], credentials: null } })
    const found = await doctor(at(server.url))
    expect(found.text).toMatch(new RegExp(`^ok +hub +${server.url}: answers in \\d+ ms`, 'm'))
    expect(found.healthy).toBe(true)
    await server.kill()
    const away = await doctor(at(server.url))
    expect(away.text).toMatch(/^FAILED +hub +.*refused/m)
    expect(away.healthy).toBe(false)
    const bare = await makeNatsServer([])
    onTestFinished(() => bare.kill())
    await bare.start()
    expect((await doctor(at(bare.url))).text, 'a server without JetStream').toMatch(/^FAILED +hub +/m)
  })

  type Station = Awaited<ReturnType<typeof aStation>>
  /** What is broken, and the check and the words that name it. */
  const BROKEN: [string, (station: Station) => unknown, string, RegExp][] = [
    ['the marketplace is down', ({ market }) => market.close(), 'connection', /refused/],
    [
      'the token is refused',
      ({ options }) => ({ ...options, provisioned: { ...options.provisioned, accessToken: 'wrong' } }),
      'connection',
      /token/,
    ],
    [
      'the name is not known',
      ({ options }) => ({
        ...options,
        provisioned: { ...options.provisioned, baseUrl: 'https://nowhere.invalid' },
      }),
      'connection',
      /dns|name/,
    ],
    [
      'the path is given twice',
      ({ options, market }) => ({
        ...options,
        provisioned: { ...options.provisioned, baseUrl: `${market.baseUrl}/api/v1.0` },
      }),
      'connection',
      /path/,
    ],
    [
      'https is spoken to a server without it',
      ({ options, market }) => ({
        ...options,
        provisioned: { ...options.provisioned, baseUrl: market.baseUrl.replace('http:', 'https:') },
      }),
      'connection',
      /http|tls/,
    ],
    [
      'a sign-in page answers',
      async ({ options }) => {
        const server = createServer((_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>')
        }).listen(0, '127.0.0.1')
        await once(server, 'listening')
        onTestFinished(() => void server.close())
        const address = server.address()
        const port = typeof address === 'object' ? address?.port : 0
        return { ...options, provisioned: { ...options.provisioned, baseUrl: `http://127.0.0.1:${port}` } }
      },
      'connection',
      /portal|page/,
    ],
    [
      'there is no token',
      ({ options }) => ({ ...options, provisioned: { ...options.provisioned, accessToken: null } }),
      'access_token',
      /no access token/,
    ],
    [
      'the database is damaged',
      ({ account }) => damage(path.join(account, 'station.sqlite')),
      'account_data',
      /damaged|malformed|not a database/,
    ],
    [
      'the evidence log is damaged',
      ({ account }) => damage(path.join(account, 'evidence.sqlite')),
      'evidence_log',
      /damaged|malformed|not a database/,
    ],
    [
      'the key file is cut off',
      ({ dataDir }) => writeFileSync(path.join(dataDir, 'secret.key'), 'x'),
      'key_file',
      /damaged/,
    ],
    [
      'a folder stands in the place of the preferences',
      ({ dataDir }) => {
        rmSync(path.join(dataDir, 'preferences.json'), { force: true })
        mkdirSync(path.join(dataDir, 'preferences.json'))
      },
      'preferences',
      /not a file/,
    ],
    [
      'the preferences are no JSON',
      ({ dataDir }) => writeFileSync(path.join(dataDir, 'preferences.json'), '{"a'),
      'preferences',
      /damaged/,
    ],
    [
      'the saved connection is damaged',
      ({ dataDir, options }) => {
        writeFileSync(path.join(dataDir, 'connection.json'), '{')
        return { ...options, provisioned: { baseUrl: null, accessToken: null, warehouseId: null } }
      },
      'connection',
      /connection\.json is damaged/,
    ],
    [
      'the data folder is a file',
      ({ options }) => {
        const dataDir = path.join(tempDir(), 'station')
        writeFileSync(dataDir, '')
        return { ...options, dataDir }
      },
      'data_folder',
      /not a folder/,
    ],
  ]

  it.each(BROKEN)('names what is broken, and changes nothing: %s', async (_name, breakIt, check, words) => {
    const station = await aStation()
    const broken = (await breakIt(station)) as StationOptions | undefined
    const options = broken !== undefined && 'dataDir' in broken ? broken : station.options
    const before = contentOf(station.dataDir)
    const { text, healthy } = await doctor(options)
    expect(healthy).toBe(false)
    const line = new RegExp(`^FAILED +${check} +(.*)$`, 'm').exec(text)?.[1]
    expect(line, text).toMatch(words)
    expect(contentOf(station.dataDir)).toEqual(before)
  })

  it('warns of an old backup, a wrong clock and a value of IT that is not used, which is no failure', async () => {
    const { options } = await aStation()
    const inTwoDays = Date.now() + 2 * 86_400_000
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const { text, healthy } = await doctor(
      { ...options, warnings: ['one value of IT is not used'] },
      inTwoDays,
    )
    for (const check of ['provisioning', 'backups', 'clock'])
      expect(text).toMatch(new RegExp(`^warning ${check} `, 'm'))
    expect(healthy).toBe(true)
  })
})

/** Overwrites the middle of a file, which a database notices when it is read through. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4_096, Math.min(bytes.length, 16_384))
  writeFileSync(file, bytes)
}

/** Every file with its bytes; SQLite's shared memory and empty logs come and go with each reader. */
function contentOf(dataDir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/-(shm|wal)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file).toString('base64')]),
  )
}
