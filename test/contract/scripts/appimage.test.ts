import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { version } from '../../../package.json'
import { packApp } from '../../support/packed-app'
import { makeStandInElectron } from '../../support/stand-in-electron.mjs'
import { tempDir } from '../../support/temp-dir'

/**
 * The AppImage's menu entry, as electron-builder writes it. Its tools cannot be downloaded everywhere; those here put the
 * entry alone into the file.
 */

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'starts the AppImage from the menu with its sandbox on',
  async () => {
    const tools = tempDir()
    for (const folder of ['linux-x64', 'lib/x64']) mkdirSync(path.join(tools, folder), { recursive: true })
    for (const file of ['runtime-x64', 'linux-x64/desktop-file-validate'])
      writeFileSync(path.join(tools, file), '')
    const mksquashfs = path.join(tools, 'linux-x64/mksquashfs')
    writeFileSync(mksquashfs, '#!/bin/sh\ncp "$1"/packbench.desktop "$2"\n')
    chmodSync(mksquashfs, 0o755)
    const prepackaged = path.join(tools, 'prepackaged')
    makeStandInElectron(prepackaged)

    const { dist, remove } = await packApp(['--linux=AppImage', '--built', `--prepackaged=${prepackaged}`], {
      APPIMAGE_TOOLS_PATH: tools,
    })
    const entry = readFileSync(path.join(dist, `Packbench-${version}.AppImage`), 'latin1')
    remove()
    // Packbench refuses to start without it.
    expect(entry).toMatch(/^Exec=AppRun %U$/m)
  },
  120_000,
)
