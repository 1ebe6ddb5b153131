import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { chromiumPlaces, findChromium, findWindowBrowser } from '../../../scripts/test-machine.mjs'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('looking for a Chromium', () => {
  it('prefers Chromium over Chrome, wherever they are on the PATH', () => {
    const places = chromiumPlaces('linux', { PATH: '/usr/local/bin:/usr/bin' })
    expect(places.indexOf('/usr/bin/chromium')).toBeLessThan(places.indexOf('/usr/local/bin/google-chrome'))
  })

  it('leaves relative PATH entries alone', () => {
    expect(chromiumPlaces('linux', { PATH: '.:node_modules/.bin' })).toEqual([])
  })

  it('looks in every program folder on Windows', () => {
    const places = chromiumPlaces('win32', { ProgramFiles: 'C:\\Program Files' })
    expect(places).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe')
    expect(places).toContain('C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe')
    expect(places.every((place) => place.startsWith('C:\\Program Files\\'))).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('finds one that is there, and none where there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-bin-'))
    folders.push(folder)
    expect(findChromium('linux', { PATH: folder })).toBeNull()
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\n')
    chmodSync(join(folder, 'chromium'), 0o755)
    expect(findChromium('linux', { PATH: folder })).toBe(join(folder, 'chromium'))
  })

  it.skipIf(process.platform === 'win32')('prefers the headless shell for the windows alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-bin-'))
    folders.push(folder)
    for (const name of ['chromium', 'chromium-headless-shell'])
      writeFileSync(join(folder, name), '#!/bin/sh\n')
    expect(findWindowBrowser('linux', { PATH: folder })).toBe(join(folder, 'chromium-headless-shell'))
    expect(findChromium('linux', { PATH: folder })).toBe(join(folder, 'chromium'))
    rmSync(join(folder, 'chromium-headless-shell'))
    expect(findWindowBrowser('linux', { PATH: folder })).toBe(join(folder, 'chromium'))
  })
})
