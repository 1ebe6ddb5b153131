import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readScreen } from '../../../../../src/main/hosts/display'
import { ownArguments } from '../../../../../src/main/hosts/electron/arguments'
import { downloadElectron, failedLately } from '../../../../../src/main/hosts/electron/download'
import { electronObstacle, findElectron } from '../../../../../src/main/hosts/electron/runtime'
import { tempDir } from '../../../../support/temp-dir'

describe('obstacles to Electron', () => {
  const yes = () => true
  test.each([
    ['root on Linux', readScreen('linux', { DISPLAY: ':0' }, 0), yes, 'root'],
    ['no display', readScreen('linux', {}, 1000), yes, 'no display'],
    ['no sandbox', readScreen('linux', { DISPLAY: ':0' }, 1000), () => false, 'sandbox'],
    ['X11', readScreen('linux', { DISPLAY: ':0' }, 1000), yes, null],
    ['Wayland', readScreen('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000), yes, null],
    ['Windows', readScreen('win32', {}, null), () => false, null],
    ['root on macOS', readScreen('darwin', {}, 0), () => false, null],
  ])('%s', (_name, screen, allowsSandbox, said) => {
    const obstacle = electronObstacle(screen, allowsSandbox)
    if (said === null) expect(obstacle).toBeNull()
    else expect(obstacle).toContain(said)
  })
})

test('the runtime is found in its package, or where the environment says', () => {
  const there = (file: string) => (candidate: string) => candidate === path.normalize(file)
  const find = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, file: string) =>
    findElectron('/pkg', platform, env, there(file))
  expect(find('linux', {}, '/pkg/dist/electron')).toBe(path.normalize('/pkg/dist/electron'))
  expect(find('win32', {}, '/pkg/dist/electron.exe')).not.toBeNull()
  expect(find('darwin', {}, '/pkg/dist/Electron.app/Contents/MacOS/Electron')).not.toBeNull()
  const env = { ELECTRON_OVERRIDE_DIST_PATH: '/opt/e' }
  expect(find('linux', env, '/opt/e/electron')).not.toBeNull()
  expect(find('linux', env, '/pkg/dist/electron')).toBeNull()
})

test('the user’s flags are told from Electron’s', () => {
  expect(ownArguments(['packbench', '--training'], true)).toEqual(['--training'])
  // The Windows installer's own.
  expect(ownArguments(['Packbench.exe', '--updated', '--kiosk'], true)).toEqual(['--kiosk'])
  expect(ownArguments(['electron', '--inspect=0', '/app', '--training', 'x'], false)).toEqual([
    '--training',
    'x',
  ])
  expect(ownArguments(['electron'], false)).toEqual([])
})

describe('the download', () => {
  function installer(code: string) {
    const packageDir = tempDir()
    writeFileSync(path.join(packageDir, 'install.js'), code)
    return packageDir
  }

  test('leaves no mark after success', async () => {
    const dataDir = tempDir()
    expect(await downloadElectron(installer('process.exit(0)'), dataDir, 10_000)).toBeNull()
    expect(failedLately(dataDir, Date.now())).toBe(false)
  })

  test('is not repeated for a day after a failure', async () => {
    const dataDir = path.join(tempDir(), 'not-there-yet')
    expect(await downloadElectron(installer('process.exit(1)'), dataDir, 10_000)).toBe('the download failed')
    const mark = path.join(dataDir, 'electron-download-failed')
    expect(readFileSync(mark, 'utf8')).toBe('the download failed\n')
    const failedAtMs = statSync(mark).mtimeMs
    expect(failedLately(dataDir, failedAtMs)).toBe(true)
    expect(failedLately(dataDir, failedAtMs + 23 * 3_600_000)).toBe(true)
    expect(failedLately(dataDir, failedAtMs + 25 * 3_600_000)).toBe(false)
  })

  test('ignores a mark from the future, left by a wrong clock', () => {
    const dataDir = tempDir()
    const mark = path.join(dataDir, 'electron-download-failed')
    writeFileSync(mark, '')
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(mark, later, later)
    expect(failedLately(dataDir, Date.now())).toBe(false)
  })

  test('is abandoned if it hangs', async () => {
    const hangs = installer('setInterval(() => 0, 1000)')
    expect(await downloadElectron(hangs, tempDir(), 200)).toBe('it took longer than 0.2 s')
  })
})
