import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { machineWideFile } from '../../../../src/main/app/provisioning/read'
import { version } from '../../../../package.json'
import { checkProvisioning } from '../../../../src/main/app/provisioning/check'
import { type Machine, readOptions } from '../../../../src/main/app/options'

/** A PC with these text files and no others. */
const withFiles =
  (files: Readonly<Record<string, string>>): Machine['readFile'] =>
  (file) => {
    const text = files[file]
    if (text === undefined) throw Object.assign(new Error('not there'), { code: 'ENOENT' })
    return text
  }
const readFile = withFiles({})
const LINUX: Machine = { platform: 'linux', homeDir: '/home/pat', cwd: '/srv/bench', readFile }
const read = (argv: string[], env: Record<string, string> = {}, machine = LINUX) =>
  readOptions(argv, env, machine, checkProvisioning)
const optionsOf = (...args: Parameters<typeof read>) => {
  const result = read(...args)
  if (!result.ok) throw new Error(result.message)
  return result.options
}

test('no options give the defaults', () => {
  expect(optionsOf([])).toEqual({
    host: 'auto',
    port: null,
    open: true,
    dataDir: '/home/pat/.local/share/Packbench',
    training: false,
    verbose: false,
    doctor: false,
    caFile: null,
    hub: null,
    setupKey: null,
    provisioned: { baseUrl: null, accessToken: null, warehouseId: null },
    provisioning: { file: null },
    kiosk: false,
    warnings: [],
  })
})

test('every flag is read', () => {
  const argv = ['--host=browser', '--port=8123', '--no-open', '--data-dir=data', '--training', '--verbose']
  expect(optionsOf(argv)).toMatchObject({
    host: 'browser',
    port: 8123,
    open: false,
    dataDir: '/srv/bench/data',
    training: true,
    verbose: true,
  })
  expect(optionsOf(['--port', '8123']).port).toBe(8123)
  expect(optionsOf(['--port=0']).port, 'any free port').toBe(0)
  expect(optionsOf(['--doctor']).doctor).toBe(true)
})

describe('the key that signs the settings of all stations', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const line = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const itsFile = JSON.stringify({ hub: { url: 'tls://hub.example:4222', setupKey: line } })
  const pc = (files: Record<string, string>): Machine => ({ ...LINUX, readFile: withFiles(files) })
  const PLACE = '/etc/packbench/provisioning.json'

  test('is read from IT’s file, or the environment, which wins', () => {
    expect(optionsOf([], {}, pc({ [PLACE]: itsFile })).setupKey).toEqual({ id: line, signs: null })
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' })
    const env = { PACKBENCH_HUB_SETUP_KEY: other.toString('base64') }
    expect(optionsOf([], env, pc({ [PLACE]: itsFile })).setupKey?.id).toBe(env.PACKBENCH_HUB_SETUP_KEY)
  })

  test('signs where its private half is', () => {
    const env = { PACKBENCH_HUB_SETUP_KEY: '/usb/setup-key.pem' }
    const { setupKey } = optionsOf([], env, pc({ '/usb/setup-key.pem': pem }))
    expect(setupKey?.id).toBe(line)
    expect(setupKey?.signs?.('text')).toMatch(/^[\w+/]{86}==$/)
  })

  test.each<[string, string]>([
    ['a file that is not there', '/usb/none.pem'],
    ['something else', 'correct horse'],
    ['a key of another kind', '/usb/p256.pem'],
  ])('stops the start with %s: without it the station would follow anybody', (_what, value) => {
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const files = { '/usb/p256.pem': p256.export({ type: 'spki', format: 'pem' }).toString() }
    const wrong = read([], { PACKBENCH_HUB_SETUP_KEY: value }, pc(files))
    expect(wrong).toMatchObject({ ok: false, exitCode: 2 })
    expect(JSON.stringify(wrong)).toMatch(/PACKBENCH_HUB_SETUP_KEY must be/)
    expect(JSON.stringify(wrong)).not.toContain(value)
  })

  test('is not used in training', () => {
    expect(optionsOf(['--training'], { PACKBENCH_HUB_SETUP_KEY: line }).setupKey).toBeNull()
  })
})

test('the environment sets where newer versions are, by https only', () => {
  const url = 'https://files.example/packbench'
  expect(optionsOf([], { PACKBENCH_UPDATE_URL: url }).updateUrl).toBe(url)
  expect(optionsOf([], { PACKBENCH_UPDATE_URL: ' ' }).updateUrl).toBeUndefined()
  for (const wrong of ['http://files.example', 'ftp://files.example', 'files.example'])
    expect(read([], { PACKBENCH_UPDATE_URL: wrong })).toEqual({
      ok: false,
      exitCode: 2,
      message: `PACKBENCH_UPDATE_URL must be an https address, not "${wrong}"`,
    })
})

test('IT’s file sets where newer versions are, and the environment wins', () => {
  const file = '/srv/bench/it.json'
  const machine = (url: string) => ({
    ...LINUX,
    readFile: withFiles({ [file]: JSON.stringify({ updates: { url } }) }),
  })
  const argv = ['--provisioning=it.json']
  expect(optionsOf(argv, {}, machine('https://files.example')).updateUrl).toBe('https://files.example')
  const env = { PACKBENCH_UPDATE_URL: 'https://other.example' }
  expect(optionsOf(argv, env, machine('https://files.example')).updateUrl).toBe('https://other.example')
  expect(read(argv, {}, machine('http://files.example'))).toMatchObject({
    ok: false,
    message: `updates.url in ${file} must be an https address, not "http://files.example"`,
  })
})

test('the environment sets the connection', () => {
  const env = {
    PACKBENCH_API_BASE_URL: 'https://partner.example/api',
    PACKBENCH_ACCESS_TOKEN: 'abc.def-123',
    PACKBENCH_WAREHOUSE_ID: '7',
  }
  const provisioned = {
    baseUrl: 'https://partner.example/api',
    accessToken: 'abc.def-123',
    warehouseId: 7,
  }
  expect(optionsOf([], env).provisioned).toEqual(provisioned)
  expect(optionsOf(['--training'], env).provisioned).toEqual({
    baseUrl: null,
    accessToken: null,
    warehouseId: null,
  })
})

test('an empty variable counts as not set', () => {
  const env = { PACKBENCH_API_BASE_URL: '', PACKBENCH_WAREHOUSE_ID: ' ', PACKBENCH_DATA_DIR: '' }
  expect(optionsOf([], env)).toEqual(optionsOf([]))
})

test('the flag for the data folder wins over the environment, which wins over the default', () => {
  const env = { PACKBENCH_DATA_DIR: '/from/env' }
  expect(optionsOf([], env).dataDir).toBe('/from/env')
  expect(optionsOf(['--data-dir=/from/flag'], env).dataDir).toBe('/from/flag')
})

describe('the default data folder', () => {
  const windows: Machine = { platform: 'win32', homeDir: 'C:\\Users\\Pat', cwd: 'C:\\', readFile }
  const mac: Machine = { platform: 'darwin', homeDir: '/Users/pat', cwd: '/', readFile }
  test.each([
    ['Windows', windows, { LOCALAPPDATA: 'D:\\Local' }, 'D:\\Local\\Packbench'],
    ['Windows without the variable', windows, {}, 'C:\\Users\\Pat\\AppData\\Local\\Packbench'],
    ['macOS', mac, {}, '/Users/pat/Library/Application Support/Packbench'],
    ['Linux with XDG', LINUX, { XDG_DATA_HOME: '/xdg' }, '/xdg/Packbench'],
    ['Linux with a relative XDG', LINUX, { XDG_DATA_HOME: 'xdg' }, '/home/pat/.local/share/Packbench'],
  ])('%s', (_name, machine, env: Record<string, string>, expected) => {
    expect(optionsOf([], env, machine).dataDir).toBe(expected)
  })
})

describe('a wrong flag or value is refused in one line that names it', () => {
  test.each([
    [['--bogus'], '--bogus'],
    [['-x'], '-x'],
    [['orders'], '"orders"'],
    [['--', 'orders'], '"orders"'],
    [['--host=window'], '--host'],
    [['--host'], '--host'],
    [['--port=-1'], '--port'],
    [['--port=65536'], '--port'],
    [['--port=80a'], '--port'],
    [['--port='], '--port'],
    [['--data-dir='], '--data-dir'],
    [['--training=yes'], '--training'],
    [['--training', '--training'], 'twice'],
    [['--no-sandbox'], 'sandbox'],
    [['--__proto__=1'], '--__proto__'],
  ])('%j', (argv, named) => {
    const result = read(argv)
    expect(result).toMatchObject({ ok: false, exitCode: 2, message: expect.stringContaining(named) })
    expect(result.ok ? '' : result.message).not.toContain('\n')
  })

  test.each([
    [{ PACKBENCH_API_BASE_URL: 'partner.example' }, 'PACKBENCH_API_BASE_URL'],
    [{ PACKBENCH_API_BASE_URL: 'ftp://partner.example' }, 'PACKBENCH_API_BASE_URL'],
    [{ PACKBENCH_API_BASE_URL: 'https://partner.example?x=1' }, 'PACKBENCH_API_BASE_URL'],
    [{ PACKBENCH_API_BASE_URL: 'http://partner.example' }, 'must be an https address'],
    [{ PACKBENCH_WAREHOUSE_ID: '1.5' }, 'PACKBENCH_WAREHOUSE_ID'],
    [{ PACKBENCH_WAREHOUSE_ID: '0' }, 'PACKBENCH_WAREHOUSE_ID'],
    [{ PACKBENCH_ACCESS_TOKEN: 'abc' }, 'PACKBENCH_API_BASE_URL'],
  ])('%j', (env: Record<string, string>, named) => {
    expect(read([], env)).toMatchObject({
      ok: false,
      exitCode: 2,
      message: expect.stringContaining(named),
    })
  })
})

test('SECURITY: neither a refused token nor a password in the address is echoed', () => {
  const token = read([], { PACKBENCH_API_BASE_URL: 'https://p.example', PACKBENCH_ACCESS_TOKEN: 'se cret' })
  expect(token).toMatchObject({ ok: false, message: expect.not.stringContaining('cret') })
  const address = read([], { PACKBENCH_API_BASE_URL: 'https://pat:secret@p.example' })
  expect(address).toMatchObject({ ok: false, message: expect.not.stringContaining('secret') })
})

test('--help shows the flags and the folder that this PC would use', () => {
  const help = read(['--help', '--data-dir=/elsewhere'], { XDG_DATA_HOME: '/xdg' })
  expect(help).toMatchObject({ ok: false, exitCode: 0 })
  expect(help.ok ? '' : help.message).toContain('(default: /xdg/Packbench)')
})

test('--version shows the version alone', () => {
  expect(read(['--version'])).toEqual({ ok: false, message: version, exitCode: 0 })
})

test('a misspelled variable is named, and the station starts all the same', () => {
  const warningsOf = (env: Record<string, string>, machine = LINUX) => {
    const result = read([], env, machine)
    return result.ok ? result.options.warnings : [result.message]
  }
  expect(warningsOf({ PACKBENCH_WAREHOUSE_ID: '7', PATH: '/bin', PACK: 'x' })).toEqual([])
  const [warning, ...more] = warningsOf({ Packbench_Warehouse: '7', PACKBENCH_WAREHOUSE_ID: '7' })
  expect(more).toEqual([])
  expect(warning).toMatch(/^Packbench_Warehouse is not a variable of Packbench .*PACKBENCH_WAREHOUSE_ID/)
  expect(warningsOf({ packbench_data_dir: '/x' }), 'Linux tells capitals apart').toHaveLength(1)
  const windows: Machine = { platform: 'win32', homeDir: 'C:\\Users\\Pat', cwd: 'C:\\', readFile }
  expect(warningsOf({ packbench_data_dir: 'C:\\x' }, windows)).toEqual([])
})

test('SECURITY: the value of a misspelled variable is not echoed', () => {
  const result = read([], { Packbench_Token: 'very-secret' })
  expect(result.ok && result.options.warnings.join()).not.toContain('very-secret')
})

describe('the provisioning file', () => {
  const PLACE = '/etc/packbench/provisioning.json'
  const pcWith = (content: unknown, file = PLACE): Machine => ({
    ...LINUX,
    readFile: withFiles({ [file]: typeof content === 'string' ? content : JSON.stringify(content) }),
  })
  const connection = { baseUrl: 'https://p.example', accessToken: 'from-file' }

  test('sets the connection, the station and the preferences', () => {
    const content = {
      $schema: './provisioning.schema.json',
      connection,
      station: { warehouseId: 7, currency: 'EUR', timeZone: 'Europe/Berlin', transitDays: 2 },
      preferences: {
        sound: { volume: 0.2 },
        carriers: { list: [{ name: 'Haus', numbers: [{ pattern: 'H\\d{8}', check: 'none' }] }] },
      },
      kiosk: true,
    }
    const { $schema: _, ...rest } = content
    expect(optionsOf([], {}, pcWith(content))).toMatchObject({
      provisioned: { baseUrl: 'https://p.example', accessToken: 'from-file', warehouseId: 7 },
      provisioning: { ...rest, file: PLACE },
      kiosk: true,
      warnings: [],
    })
  })

  test('yields to the environment, and a token goes only to its own address', () => {
    const pc = pcWith({ connection, station: { warehouseId: 7 } })
    const env = { PACKBENCH_API_BASE_URL: 'https://other.example', PACKBENCH_WAREHOUSE_ID: '8' }
    expect(optionsOf([], env, pc).provisioned).toEqual({
      baseUrl: 'https://other.example',
      accessToken: null,
      warehouseId: 8,
    })
    expect(optionsOf([], { PACKBENCH_ACCESS_TOKEN: 'from-env' }, pc).provisioned).toMatchObject({
      baseUrl: 'https://p.example',
      accessToken: 'from-env',
    })
  })

  test('connects no training station', () => {
    const { provisioned, provisioning } = optionsOf(
      ['--training'],
      {},
      pcWith({ connection, preferences: { sound: { volume: 0 } } }),
    )
    expect(provisioned).toEqual({ baseUrl: null, accessToken: null, warehouseId: null })
    expect(provisioning.preferences).toEqual({ sound: { volume: 0 } })
  })

  test('is the one of the flag, else of the environment, else of the whole PC', () => {
    const pc: Machine = {
      ...LINUX,
      readFile: withFiles({
        '/a.json': '{"kiosk":true}',
        '/srv/bench/b.json': '{}',
        [PLACE]: '{"kiosk":true}',
      }),
    }
    const fileOf = (...args: Parameters<typeof optionsOf>) => optionsOf(...args).provisioning.file
    expect(fileOf([], {}, pc)).toBe(PLACE)
    expect(fileOf([], { PACKBENCH_PROVISIONING: '/a.json' }, pc)).toBe('/a.json')
    expect(fileOf(['--provisioning=b.json'], { PACKBENCH_PROVISIONING: '/a.json' }, pc)).toBe(
      '/srv/bench/b.json',
    )
    expect(fileOf(['--provisioning=none'], {}, pc)).toBeNull()
  })

  test.each([
    [{ station: { curency: 'EUR', transitDays: 2 } }, 'station.curency', { station: { transitDays: 2 } }],
    [{ station: { currency: 'ABC' } }, 'station.currency', { station: {} }],
    [{ station: { timeZone: 'Mars/Base' } }, 'station.timeZone', { station: {} }],
    [{ station: 'x', kiosk: true }, 'station', { kiosk: true }],
    [
      { preferences: { sound: { volume: 7, speech: true } } },
      'sound.volume',
      { preferences: { sound: { speech: true } } },
    ],
    [
      { preferences: { carriers: { list: [{ name: 'A' }, { name: '' }] } } },
      'preferences.carriers.list',
      { preferences: { carriers: {} } },
    ],
    [{ preferences: { operators: [] } }, 'preferences.operators', { preferences: {} }],
    [{ hub: { credentials: 'jo:secret' }, kiosk: true }, 'hub.url', { kiosk: true }],
    [{ pub: {} }, 'pub', {}],
  ])('one wrong value is named and left out: %j', (content, named, left) => {
    const { warnings, provisioning } = optionsOf([], {}, pcWith(content))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(named)
    expect(provisioning).toEqual({ ...left, file: PLACE })
  })

  test.each([
    ['{"connection": {"accessToken": "very-secret"', 'not valid JSON'],
    ['[]', 'wrong at its start'],
    [{ connection: { baseUrl: 'https://p.example', acessToken: 'very-secret' } }, 'connection.acessToken'],
    [{ connection: { accessToken: 'very-secret' } }, 'connection.baseUrl'],
    [{ connection: { baseUrl: 'http://p.example' } }, 'https'],
    [{ connection: { baseUrl: 'https://p.example', accessToken: 'very secret' } }, 'connection.accessToken'],
  ])('a file whose connection cannot be used stops the start with a way on: %j', (content, named) => {
    const result = read([], {}, pcWith(content))
    expect(result).toMatchObject({ ok: false, exitCode: 2, message: expect.stringContaining(named) })
    const said = result.ok ? '' : result.message
    expect(said, 'which file').toContain(PLACE)
    expect(said, 'SECURITY: no token is echoed').not.toMatch(/very.secret/)
  })

  test('one that was asked for must be there', () => {
    expect(read(['--provisioning=/no.json'])).toMatchObject({ ok: false, exitCode: 2 })
  })

  test('is looked for at one place of the system', () => {
    const env = { ProgramData: 'D:\\Data' }
    expect(machineWideFile(env, 'win32')).toBe('D:\\Data\\Packbench\\provisioning.json')
    expect(machineWideFile({}, 'darwin')).toBe('/Library/Application Support/Packbench/provisioning.json')
    expect(machineWideFile({}, 'linux')).toBe(PLACE)
  })
})
