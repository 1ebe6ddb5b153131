import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DebUpdater } from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createUpdater, refuseHttp } from '../../../src/main/hosts/electron/updater'
import { tempDir } from '../../support/temp-dir'

/** electron-updater itself against a web server, up to the moment when an installer would be started. */

const INSTALLER = Buffer.alloc(300_000, 'installer')
const sha512 = (content: Buffer) => createHash('sha512').update(content).digest('base64')

/** Node's own requests in place of Electron's. */
class NodeExecutor extends ElectronHttpExecutor {
  override createRequest(...[options, callback]: Parameters<ElectronHttpExecutor['createRequest']>) {
    return request(options, callback) as never
  }
}

type Release = { version: string; sha512: string; staging?: number }

const pair = () => generateKeyPairSync('ed25519')
const KEY = pair()
type Signed = (text: string) => string | null
const signed =
  ({ privateKey } = KEY): Signed =>
  (text) =>
    sign(null, Buffer.from(text), privateKey).toString('base64')

async function serve(release: Release | null, signature: Signed) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = (request.url ?? '').split('?')[0] ?? ''
    asked.push(name)
    if (release !== null && name === '/updates/latest-linux.yml') response.end(channelFile(release))
    else if (release !== null && name === '/updates/latest-linux.yml.sig') {
      const text = signature(channelFile(release))
      if (text === null) response.writeHead(404).end()
      else response.end(`${text}\n`)
    } else if (name === '/updates/packbench.deb') response.end(INSTALLER)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`, asked }
}

/** As electron-builder writes it. */
const channelFile = ({ version, sha512, staging }: Release) =>
  [
    `version: ${version}`,
    'files:',
    '  - url: packbench.deb',
    `    sha512: ${sha512}`,
    `    size: ${INSTALLER.length}`,
    'path: packbench.deb',
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-20T09:00:00.000Z'",
    ...(staging === undefined ? [] : [`stagingPercentage: ${staging}`]),
    '',
  ].join('\n')

const PINNED = KEY.publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** An installed 0.1.0 whose updater is real, but for Electron's own HTTP client and its quitting. */
async function installed(release: Release | null, signature = signed(), pinned: string | null = PINNED) {
  const { url, asked } = await serve(release, signature)
  const dir = tempDir()
  const keyFile = path.join(dir, 'update-key.pem')
  if (pinned !== null) writeFileSync(keyFile, pinned)
  writeFileSync(
    path.join(dir, 'app-update.yml'),
    'provider: generic\nupdaterCacheDirName: packbench-updater\n',
  )
  const app = {
    version: '0.1.0',
    name: 'packbench',
    isPackaged: true,
    appUpdateConfigPath: path.join(dir, 'app-update.yml'),
    userDataPath: dir,
    baseCachePath: dir,
    whenReady: () => Promise.resolve(),
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  }
  const real = new DebUpdater(null, app)
  real.logger = null
  Object.assign(real, { httpExecutor: new NodeExecutor() })
  const quitAndInstall = vi.spyOn(real, 'quitAndInstall').mockImplementation(() => {})
  const end = vi.fn((last: () => void) => last())
  const program = { exit: vi.fn(), relaunch: vi.fn() }
  const downloads = () => {
    const folder = path.join(dir, 'packbench-updater', 'pending')
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.deb')) : []
  }
  const updater = createUpdater(url, keyFile, async () => real, end, program)
  const pending = path.join(dir, 'packbench-updater', 'pending', 'packbench.deb')
  return { updater, real, end, program, quitAndInstall, downloads, asked, pending }
}

it('downloads a newer version, and installs it only when told', async () => {
  const release = { version: '0.2.0', sha512: sha512(INSTALLER) }
  const { updater, real, end, quitAndInstall, downloads } = await installed(release)
  expect(await updater.fetch()).toBe('0.2.0')
  expect(downloads()).toEqual(['packbench.deb'])
  expect(real).toMatchObject({
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableWebInstaller: true,
  })
  expect(quitAndInstall).not.toHaveBeenCalled()
  updater.install()
  expect(end).toHaveBeenCalledTimes(1)
  expect(quitAndInstall.mock.calls).toEqual([[true, true]])
})

it('does not download the same version twice', async () => {
  const { updater, asked } = await installed({ version: '0.2.0', sha512: sha512(INSTALLER) })
  await updater.fetch()
  await updater.fetch()
  expect(asked.filter((name) => name.endsWith('.deb'))).toHaveLength(1)
})

it.each([
  ['the same version', { version: '0.1.0', sha512: '' }],
  ['an older version', { version: '0.0.9', sha512: '' }],
  ['a version that no station gets yet', { version: '0.2.0', sha512: '', staging: 0 }],
])('leaves %s alone', async (_what, release) => {
  const { updater, downloads } = await installed(release)
  expect(await updater.fetch()).toBe(null)
  expect(downloads()).toEqual([])
})

it('gives a version of a staged rollout to those whose turn it is', async () => {
  const { updater } = await installed({ version: '0.2.0', sha512: sha512(INSTALLER), staging: 100 })
  expect(await updater.fetch()).toBe('0.2.0')
})

it('refuses an installer that is not the one announced', async () => {
  const { updater, downloads } = await installed({ version: '0.2.0', sha512: sha512(Buffer.from('x')) })
  await expect(updater.fetch()).rejects.toThrow('checksum mismatch')
  expect(downloads()).toEqual([])
})

it('says so if the server has no such folder', async () => {
  const { updater } = await installed(null)
  await expect(updater.fetch()).rejects.toThrow('latest-linux.yml')
})

it('starts the same version again if the installer fails', async () => {
  const { updater, real, program, quitAndInstall } = await installed({
    version: '0.2.0',
    sha512: sha512(INSTALLER),
  })
  await updater.fetch()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  quitAndInstall.mockImplementation(() => void real.emit('error', new Error('the password was not given')))
  updater.install()
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'The update could not be installed: the password was not given',
  )
  expect(program.relaunch).toHaveBeenCalledTimes(1)
  expect(program.exit).toHaveBeenCalledExactlyOnceWith(0)
})

const NEXT = { version: '0.2.0', sha512: sha512(INSTALLER) }

it.each<[string, Signed, string | null, string]>([
  ['unsigned', () => null, PINNED, 'the update is not signed'],
  ['signed by another key', signed(pair()), PINNED, 'not signed with the key of this program'],
  [
    'signed for other bytes',
    (text) => signed()(`${text} `),
    PINNED,
    'not signed with the key of this program',
  ],
  ['signed with nonsense', () => 'nonsense', PINNED, 'not signed with the key of this program'],
  ['for a build without a key', signed(), null, 'without a key for updates'],
  ['for a build with a damaged key', signed(), 'no key', 'without a key for updates'],
  [
    'for a build with a key of another kind',
    signed(),
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString(),
    'no Ed25519 key',
  ],
])('downloads no version that is %s', async (_what, signature, pinned, why) => {
  const { updater, downloads } = await installed(NEXT, signature, pinned)
  await expect(updater.fetch()).rejects.toThrow(why)
  expect(downloads()).toEqual([])
})

it('does not start an installer that was changed after its download, and goes on as it was', async () => {
  const { updater, pending, quitAndInstall, program } = await installed(NEXT)
  await updater.fetch()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const changed = readFileSync(pending)
  changed[7] = 0
  writeFileSync(pending, changed)
  updater.install()
  expect(quitAndInstall).not.toHaveBeenCalled()
  expect(said.mock.calls).toEqual([[expect.stringContaining('has changed since it was downloaded')]])
  expect(program.relaunch).toHaveBeenCalledTimes(1)
  expect(program.exit).toHaveBeenCalledExactlyOnceWith(0)
})

it('follows no redirect to http', () => {
  const onBeforeRequest = vi.fn()
  refuseHttp({ webRequest: { onBeforeRequest } })
  const [filter, listener] = onBeforeRequest.mock.calls[0] as [
    Electron.WebRequestFilter,
    (details: object, answer: (response: Electron.CallbackResponse) => void) => void,
  ]
  expect(filter.urls).toEqual(['http://*/*'])
  const answer = vi.fn()
  listener({}, answer)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ cancel: true })
})

it('is signed by the script of this repository', async () => {
  const dir = tempDir()
  const key = path.join(dir, 'key.pem')
  writeFileSync(key, KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(path.join(dir, 'latest-linux.yml'), channelFile(NEXT))
  execFileSync(process.execPath, ['scripts/sign-updates.mjs', key, dir])
  const signature = readFileSync(path.join(dir, 'latest-linux.yml.sig'), 'utf8')
  const { updater } = await installed(NEXT, () => signature)
  expect(await updater.fetch()).toBe('0.2.0')
})
