import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { packApp, type PackedApp } from '../../support/packed-app'
import { CAN_CHROOT, SmallRoot } from '../../support/small-root'

/**
 * The deb as electron-builder makes it, installed into a folder by dpkg. Where there is no Electron runtime, a stand-in
 * is installed; fpm, which archives the deb, is always replaced.
 */

const AUTOSTART = 'etc/xdg/autostart/packbench.desktop'
const PROGRAM = 'opt/Packbench/packbench'
const DATA = 'home/packer/.local/share/Packbench/live/market-1/station.sqlite'
const NEXT = '99.0.0'
const FPM = { CUSTOM_FPM_PATH: path.resolve('test/support/fpm-by-dpkg.mjs') }

describe.skipIf(!CAN_CHROOT || process.arch !== 'x64')('the deb', () => {
  let first: PackedApp
  let second: PackedApp
  let root: SmallRoot
  const read = (file: string) => readFileSync(root.path(file), 'utf8')
  const install = (app: PackedApp, of: string) =>
    root.dpkg('--install', path.join(app.dist, `packbench_${of}_amd64.deb`))

  beforeAll(async () => {
    first = await packApp(['--linux=deb'], FPM)
    second = await packApp(
      ['--linux=deb', `--prepackaged=${first.unpacked}`, `-c.extraMetadata.version=${NEXT}`],
      FPM,
    )
    root = new SmallRoot(mkdtempSync(path.join(first.dist, 'root-')))
    mkdirSync(path.dirname(root.path(DATA)), { recursive: true })
    writeFileSync(root.path(DATA), 'orders')
  }, 120_000)
  afterAll(() => {
    first.remove()
    second.remove()
  })

  it('comes with what an update server needs, and the program with what its updater needs', () => {
    expect(readFileSync(path.join(second.dist, 'latest-linux.yml'), 'utf8').split('\n')).toContain(
      `version: ${NEXT}`,
    )
    const resources = path.join(first.unpacked, 'resources')
    expect(readFileSync(path.join(resources, 'app-update.yml'), 'utf8')).toContain('packbench-updater')
    expect(readFileSync(path.join(resources, 'package-type'), 'utf8')).toBe('deb')
  })

  it('installs the program, its menu entry, its command and an autostart that is off', () => {
    install(first, version)
    expect(root.dpkg('--status', 'packbench')).toMatch(/^Status: install ok installed$/m)
    expect(statSync(root.path(PROGRAM)).mode & 0o777).toBe(0o755)
    expect(readlinkSync(root.path('usr/bin/packbench'))).toBe('/etc/alternatives/packbench')
    expect(readlinkSync(root.path('etc/alternatives/packbench'))).toBe(`/${PROGRAM}`)
    expect(read('usr/share/applications/packbench.desktop')).toMatch(/^Exec=\/opt\/Packbench\/packbench/m)
    expect(read(AUTOSTART)).toMatch(/^Exec=\/opt\/Packbench\/packbench$/m)
    expect(read(AUTOSTART)).toMatch(/^Hidden=true$/m)
    // The root has no /proc, as if its kernel had no user namespaces: then the sandbox's helper must be setuid.
    const helper = statSync(root.path('opt/Packbench/chrome-sandbox'))
    expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755])
  })

  it('keeps an autostart that IT has switched on, for a kiosk, through an upgrade', () => {
    const kiosk = read(AUTOSTART)
      .replace('Hidden=true', 'Hidden=false')
      .replace('Exec=/opt/Packbench/packbench', 'Exec=/opt/Packbench/packbench --kiosk')
    writeFileSync(root.path(AUTOSTART), kiosk)
    install(second, NEXT)
    expect(root.dpkg('--status', 'packbench').split('\n')).toContain(`Version: ${NEXT}`)
    expect(read(AUTOSTART)).toBe(kiosk)
    expect(root.has(PROGRAM)).toBe(true)
    expect(readlinkSync(root.path('etc/alternatives/packbench'))).toBe(`/${PROGRAM}`)
  })

  it('goes back to the version before', () => {
    install(first, version)
    expect(root.dpkg('--status', 'packbench').split('\n')).toContain(`Version: ${version}`)
    expect(read(AUTOSTART)).toMatch(/^Hidden=false$/m)
  })

  it('leaves the data folder alone when it is removed and purged', () => {
    root.dpkg('--remove', 'packbench')
    expect(root.has(PROGRAM)).toBe(false)
    // A removal keeps what IT changed.
    expect(root.has(AUTOSTART)).toBe(true)
    root.dpkg('--purge', 'packbench')
    for (const file of [AUTOSTART, 'opt/Packbench', 'usr/share/applications/packbench.desktop'])
      expect(root.has(file), file).toBe(false)
    expect(() => readlinkSync(root.path('usr/bin/packbench'))).toThrow('ENOENT')
    expect(read(DATA)).toBe('orders')
  })
})
