import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPreferences } from '../../src/main/preferences'
import { tempDir } from '../support/temp-dir'

const noLog = (line: string): never => {
  throw new Error(`unexpected: ${line}`)
}

describe('preferences of the PC', () => {
  it('start with defaults and keep what is saved', () => {
    const dir = tempDir()
    const file = openPreferences(dir, noLog)
    const { sound, scanner } = file.read()
    expect(scanner.terminator).toBe('enter')
    file.save({ sound: { ...sound, volume: 0.2 } })
    expect(openPreferences(dir, noLog).read()).toEqual({ ...file.read(), sound: { ...sound, volume: 0.2 } })
  })

  it('lose only the field that cannot be used', () => {
    const dir = tempDir()
    const stored = { sound: { volume: 'loud', speech: true }, scanner: 3 }
    writeFileSync(join(dir, 'preferences.json'), JSON.stringify(stored))
    expect(openPreferences(dir, noLog).read()).toMatchObject({
      sound: { volume: 0.7, speech: true },
      scanner: { terminator: 'enter' },
    })
  })

  it('keep what a newer version stored, and private sections', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'preferences.json'), JSON.stringify({ holograms: { on: true } }))
    const file = openPreferences(dir, noLog)
    file.savePrivate('operators', [{ name: 'Ada' }])
    file.save({ language: { locale: 'de', dateFormat: null } })
    const again = openPreferences(dir, noLog)
    expect(again.readPrivate('operators')).toEqual([{ name: 'Ada' }])
    expect(again.readPrivate('holograms')).toEqual({ on: true })
    expect(again.readPrivate('nothing')).toBeNull()
  })

  it('know carriers from the start, lose only one that cannot be used, and keep an empty list', () => {
    const dir = tempDir()
    const path = join(dir, 'preferences.json')
    expect(
      openPreferences(dir, noLog)
        .read()
        .carriers.list.map(({ name }) => name),
    ).toContain('UPS')
    const mine = { name: 'Mine', numbers: [{ pattern: '#{8}' }, 7], transitDays: 'soon', country: 'Germany' }
    writeFileSync(path, JSON.stringify({ carriers: { list: [{ nothing: true }, mine, 'DHL'] } }))
    expect(openPreferences(dir, noLog).read().carriers.list).toEqual([
      {
        name: 'Mine',
        inUse: true,
        numbers: [{ pattern: '#{8}', check: 'none' }],
        urlTemplate: '',
        transitDays: 3,
        country: null,
      },
    ])
    const file = openPreferences(dir, noLog)
    file.save({ carriers: { list: [] } })
    expect(openPreferences(dir, noLog).read().carriers.list).toEqual([])
  })

  it.skipIf(process.platform === 'win32')(
    'can be read by this user alone, for they hold the PINs’ hashes',
    () => {
      const dir = tempDir()
      openPreferences(dir, noLog).savePrivate('operators', [])
      expect(statSync(join(dir, 'preferences.json')).mode & 0o777).toBe(0o600)
    },
  )

  it.each(['{"sound":', '[]', 'null'])('move a damaged file aside: %s', (text) => {
    const dir = tempDir()
    const path = join(dir, 'preferences.json')
    writeFileSync(path, text)
    const lines: string[] = []
    expect(openPreferences(dir, (line) => lines.push(line)).read().sound.volume).toBe(0.7)
    expect(lines).toEqual([expect.stringContaining('damaged and moved aside')])
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text)
  })
})
