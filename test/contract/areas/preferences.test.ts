import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPreferences } from '../../../src/main/areas/settings/preferences'
import { tempDir } from '../../support/temp-dir'

const noLog = (line: string): never => {
  throw new Error(`unexpected: ${line}`)
}

describe('preferences of the PC', () => {
  it('start with defaults and keep saved values', () => {
    const dir = tempDir()
    const file = openPreferences(dir, noLog)
    const { sound, scanner } = file.read()
    expect(scanner.terminator).toBe('enter')
    file.save({ sound: { ...sound, volume: 0.2 } })
    expect(openPreferences(dir, noLog).read()).toEqual({ ...file.read(), sound: { ...sound, volume: 0.2 } })
  })

  it('change only the fields that are named', () => {
    const dir = tempDir()
    const file = openPreferences(dir, noLog)
    file.save({ lock: { signInNeeded: true, idleMinutes: 5 }, sound: { speech: true } })
    file.save({ lock: { idleMinutes: 9 } })
    const { lock, sound } = openPreferences(dir, noLog).read()
    expect(lock).toEqual({ signInNeeded: true, idleMinutes: 9 })
    expect(sound).toEqual({ volume: 0.7, speech: true })
  })

  it('lose only an unusable field', () => {
    const dir = tempDir()
    const stored = { sound: { volume: 'loud', speech: true }, scanner: 3 }
    writeFileSync(join(dir, 'preferences.json'), JSON.stringify(stored))
    expect(openPreferences(dir, noLog).read()).toMatchObject({
      sound: { volume: 0.7, speech: true },
      scanner: { terminator: 'enter' },
    })
  })

  it('keep values of a newer version, and private sections', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'preferences.json'), JSON.stringify({ holograms: { on: true } }))
    const file = openPreferences(dir, noLog)
    file.savePrivate('operators', [{ name: 'Ada' }])
    file.save({ language: { locale: 'de', dateFormat: null } })
    const again = openPreferences(dir, noLog)
    expect(again.readPrivate('operators')).toEqual([{ name: 'Ada' }])
    expect(again.readPrivate('nothing')).toBeNull()
    expect(JSON.parse(readFileSync(join(dir, 'preferences.json'), 'utf8'))).toMatchObject({
      holograms: { on: true },
    })
  })

  it('have carriers from the start, lose only an unusable one, and keep an empty list', () => {
    const dir = tempDir()
    const path = join(dir, 'preferences.json')
    expect(
      openPreferences(dir, noLog)
        .read()
        .carriers.list.map(({ name }) => name),
    ).toContain('UPS')
    const mine = { name: 'Mine', numbers: [{ pattern: '#{8}' }, 7], transitDays: 'soon', country: 'Germany' }
    const trucks = { monday: '4 pm' }
    writeFileSync(
      path,
      JSON.stringify({ carriers: { list: [{ nothing: true }, { ...mine, trucks }, 'DHL'] } }),
    )
    expect(openPreferences(dir, noLog).read().carriers.list).toEqual([
      {
        name: 'Mine',
        inUse: true,
        numbers: [{ pattern: '#{8}', check: 'none' }],
        urlTemplate: '',
        transitDays: 3,
        country: null,
        trucks: {},
      },
    ])
    const file = openPreferences(dir, noLog)
    file.save({ carriers: { list: [], choices: {} } })
    expect(openPreferences(dir, noLog).read().carriers.list).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('can be read by this user alone', () => {
    const dir = tempDir()
    const file = openPreferences(dir, noLog)
    file.savePrivate('operators', [])
    file.save({})
    for (const name of ['preferences.json', 'private.sealed', 'secret.key'])
      expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600)
  })

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

describe('data that never leaves the PC', () => {
  const OPERATORS = [{ name: 'Ada', badge: 'PBXBCDFGHJKLMNP', pin: { salt: 'c2FsdA==', hash: 'aGFzaA==' } }]
  const everyFile = (dir: string) => readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'))

  it('is in no file unencrypted, and not at all in a copied preferences.json', () => {
    const [from, to] = [tempDir(), tempDir()]
    const file = openPreferences(from, noLog)
    file.savePrivate('operators', OPERATORS)
    file.savePrivate('lanSecret', { passphrase: 'warehouse seven' })
    file.save({ lan: { ...file.read().lan, stationName: 'Bench 1' } })
    for (const text of everyFile(from)) expect(text).not.toMatch(/PBXB|aGFzaA|warehouse|Ada/)
    copyFileSync(join(from, 'preferences.json'), join(to, 'preferences.json'))
    const copied = openPreferences(to, noLog)
    expect(copied.read().lan.stationName).toBe('Bench 1')
    expect(copied.readPrivate('operators')).toBeNull()
    expect(copied.readPrivate('lanSecret')).toBeNull()
    expect(openPreferences(from, noLog).readPrivate('operators')).toEqual(OPERATORS)
  })

  it('does not change through sections of a copied preferences.json', () => {
    const dir = tempDir()
    openPreferences(dir, noLog).savePrivate('operators', OPERATORS)
    writeFileSync(join(dir, 'preferences.json'), JSON.stringify({ operators: [] }))
    expect(openPreferences(dir, noLog).readPrivate('operators')).toEqual(OPERATORS)
  })

  it('starts empty if the sealed file came from another PC, sets that file aside and reports it', () => {
    const [from, to] = [tempDir(), tempDir()]
    openPreferences(from, noLog).savePrivate('operators', OPERATORS)
    openPreferences(to, noLog).savePrivate('operators', [])
    copyFileSync(join(from, 'private.sealed'), join(to, 'private.sealed'))
    const lines: string[] = []
    expect(openPreferences(to, (line) => lines.push(line)).readPrivate('operators')).toBeNull()
    expect(lines).toEqual([expect.stringContaining('cannot be opened with this PC’s key')])
    expect(existsSync(join(to, 'private.sealed.damaged'))).toBe(true)
  })

  it('keeps the station from starting unguarded if it cannot be read now', () => {
    const dir = tempDir()
    openPreferences(dir, noLog).savePrivate('operators', OPERATORS)
    const key = readFileSync(join(dir, 'secret.key'))
    rmSync(join(dir, 'secret.key'))
    mkdirSync(join(dir, 'secret.key'))
    expect(() => openPreferences(dir, noLog)).toThrow(/cannot be read/)
    rmdirSync(join(dir, 'secret.key'))
    writeFileSync(join(dir, 'secret.key'), key)
    expect(openPreferences(dir, noLog).readPrivate('operators')).toEqual(OPERATORS)
  })
})
