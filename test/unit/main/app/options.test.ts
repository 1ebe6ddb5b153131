import { describe, expect, test } from 'vitest'
import { type Machine, readOptions, USAGE } from '../../../../src/main/app/options'

const LINUX: Machine = { platform: 'linux', homeDir: '/home/pat', cwd: '/srv/bench' }
const read = (argv: string[], env: Record<string, string> = {}, machine = LINUX) =>
  readOptions(argv, env, machine)
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
    provisioned: { baseUrl: null, accessToken: null, warehouseId: null },
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
  const windows: Machine = { platform: 'win32', homeDir: 'C:\\Users\\Pat', cwd: 'C:\\' }
  const mac: Machine = { platform: 'darwin', homeDir: '/Users/pat', cwd: '/' }
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
    [['--port=0'], '--port'],
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

test('--help shows the usage', () => {
  expect(read(['--help'])).toEqual({ ok: false, message: USAGE, exitCode: 0 })
})
