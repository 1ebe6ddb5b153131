import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, nth, test as base } from '../support/bench'
import { doubleCommand, doubleOf } from '../support/double-station'
import { ELECTRON_FULL_TAG } from '../support/full'

/**
 * An update as a supervisor makes it, on the double of Electron: electron-updater itself, installed as an AppImage whose
 * next version is a script that starts the same bundle.
 */

type Installed = {
  dataDir: string
  env: Readonly<Record<string, string>>
  /** Serves this as version 0.2.0. */
  release(image: string): void
  /** The program that starts at the end is the new version. */
  image(): string
  /** The flags that the new version was started with; `null` while it was not. */
  startedWith(): string | null
  newOutput(): string
}

const test = base.extend<{ installed: Installed }>({
  installed: async ({ temporaryFolder, dataDir }, use) => {
    const at = (name: string) => path.join(temporaryFolder, name)
    const image = at('Packbench.AppImage')
    writeFileSync(image, 'version 0.1.0')
    mkdirSync(at('resources'))
    writeFileSync(
      at('resources/app-update.yml'),
      'provider: generic\nurl: https://packbench.example/updates\nupdaterCacheDirName: packbench-updater\n',
    )
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(at('resources/update-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
    let served = Buffer.alloc(0)
    const server = createServer((request, response) => {
      const name = (request.url ?? '').split('?')[0]
      if (served.length > 0 && name === '/latest-linux.yml') response.end(channelFile(served))
      else if (served.length > 0 && name === '/latest-linux.yml.sig')
        response.end(sign(null, Buffer.from(channelFile(served)), privateKey).toString('base64'))
      else if (name === '/Packbench.AppImage') response.end(served)
      else response.writeHead(404).end()
    })
    const url = await listen(server)
    const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
    await use({
      dataDir,
      env: {
        ELECTRON_DOUBLE_PACKAGED: at('resources'),
        APPIMAGE: image,
        XDG_CACHE_HOME: at('cache'),
        PACKBENCH_UPDATE_URL: url,
        NEW_VERSION_DIR: temporaryFolder,
      },
      release: (content) => (served = Buffer.from(content)),
      image: () => readFileSync(image, 'utf8'),
      startedWith: () => (existsSync(at('started-with')) ? read('started-with').trim() : null),
      newOutput: () => read('new-output'),
    })
    server.close()
    const pid = Number(read('new-pid'))
    if (pid > 0) {
      process.kill(pid, 'SIGTERM')
      await expect.poll(() => isAlive(pid)).toBe(false)
    }
  },
})

/** The next version: at the installer's request it only says that it can run. */
async function nextVersion(): Promise<string> {
  const command = await doubleCommand()
  return [
    '#!/bin/sh',
    'if [ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ]; then exit 0; fi',
    'echo "$@" > "$NEW_VERSION_DIR/started-with"',
    'echo $$ > "$NEW_VERSION_DIR/new-pid"',
    `exec ${command.map((part) => `'${part}'`).join(' ')} "$@" > "$NEW_VERSION_DIR/new-output" 2>&1`,
    '',
  ].join('\n')
}

function channelFile(image: Buffer): string {
  const sha512 = createHash('sha512').update(image).digest('base64')
  return [
    'version: 0.2.0',
    `files: [{ url: Packbench.AppImage, sha512: ${sha512}, size: ${image.length} }]`,
    `path: Packbench.AppImage`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-20T09:00:00.000Z'",
    '',
  ].join('\n')
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  'a supervisor installs a newer version, which goes on with the same work',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, installed }) => {
    const { packer, marketplace, control, orders, station } = await openBench({
      orders: [{ lines: [{ title: 'Wool coat' }] }, { lines: [{ title: 'Linen shirt' }] }],
      env: installed.env,
    })
    const card = packer.page.getByRole('region', { name: 'Updates' })
    const install = card.getByRole('button', { name: 'Install and restart' })
    const look = card.getByRole('button', { name: 'Look for a newer version now' })
    await test.step('a server that has none yet', async () => {
      await packer.goTo('Settings')
      await look.click()
      await expect(card).toContainText('The server for updates could not be read')
    })
    await test.step('a newer version is downloaded, and nothing is installed yet', async () => {
      installed.release(await nextVersion())
      await look.click()
      await expect(card).toContainText('Version 0.2.0 is ready')
      expect(installed.image()).toBe('version 0.1.0')
    })
    await test.step('an order on the bench keeps it away', async () => {
      await packer.goTo('Orders')
      await packer.open(nth(orders, 0).id)
      await marketplace.goOffline()
      await packer.chooseLine('Wool coat')
      await packer.goTo('Settings')
      await install.click()
      await expect(card).toContainText('An order is open on the bench')
      expect(installed.image()).toBe('version 0.1.0')
    })
    await test.step('what waits is no hindrance', async () => {
      await packer.goTo('Orders')
      await packer.open(nth(orders, 0).id)
      await packer.pack()
      await packer.goTo('Settings')
      await install.click()
      expect(await doubleOf(station).ended()).toBe(0)
    })
    await test.step('the new version starts with the same flags and sends it', async () => {
      await expect.poll(() => installed.startedWith()).toBe(`--data-dir=${installed.dataDir}`)
      expect(installed.image()).toContain('NEW_VERSION_DIR')
      await marketplace.goOnline()
      await expect.poll(async () => (await control.readOrder(nth(orders, 0).id)).shipments).toHaveLength(1)
      await expect.poll(() => installed.newOutput()).toContain('Packbench ready')
    })
  },
)
