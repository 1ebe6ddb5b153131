// @ts-check
/**
 * A folder with the layout of Electron 45's runtime for Linux x64, for tests of what is packed and installed, which
 * must be quick and run offline. It has the real names, and fuses that are flipped and read like the real ones. It runs
 * nothing; electron-package.e2e.ts runs a package with a real one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseState, FuseVersion } from '@electron/fuses'

/** `@electron/fuses` finds the fuses behind it. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const { ENABLE: ON, DISABLE: OFF } = FuseState
/** As Electron 45 is delivered, in the order of `FuseV1Options`. */
const FUSES = [ON, OFF, ON, ON, OFF, OFF, OFF, ON, ON]

const PROGRAM = `#!/bin/sh
echo 'This is a stand-in for the Electron runtime.' >&2
exit 1
`
const PROGRAMS = ['chrome-sandbox', 'chrome_crashpad_handler']
const LIBRARIES = ['libEGL.so', 'libGLESv2.so', 'libffmpeg.so', 'libvk_swiftshader.so', 'libvulkan.so.1']
const DATA = [
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'icudtl.dat',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
  'LICENSE',
  'LICENSES.chromium.html',
  'resources/default_app.asar',
]
const LOCALES = ['de', 'en-GB', 'en-US', 'es', 'es-419', 'fr', 'it', 'zh-CN']

/** @param {string} dir an empty or missing folder */
export function makeStandInElectron(dir) {
  for (const folder of ['locales', 'resources']) mkdirSync(path.join(dir, folder), { recursive: true })
  /** @param {string} name @param {string | Buffer} content @param {number} [mode] */
  const write = (name, content, mode = 0o644) => writeFileSync(path.join(dir, name), content, { mode })
  write('version', JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')).version)
  write('electron', Buffer.concat([Buffer.from(PROGRAM), fuseWire()]), 0o755)
  for (const name of PROGRAMS) write(name, PROGRAM, 0o755)
  for (const name of [...LIBRARIES, ...DATA]) write(name, 'stand-in\n')
  for (const name of LOCALES) write(`locales/${name}.pak`, 'stand-in\n')
}

/** Sentinel, version, length, and one byte for each fuse. */
function fuseWire() {
  return Buffer.from([...Buffer.from(SENTINEL), Number(FuseVersion.V1), FUSES.length, ...FUSES])
}
