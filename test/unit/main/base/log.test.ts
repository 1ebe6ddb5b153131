import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LOG_FILE, LOG_FOLDER, OLDER_LOG, openLog } from '../../../../src/main/base/log'
import { tempDir } from '../../../support/temp-dir'

const AT = new Date('2026-11-22T10:00:00.000Z')

/** A log in a folder of its own, and a speaker that keeps what the terminal would show. */
function logIn({ verbose = false, secrets = [] as string[], dataDir = tempDir() } = {}) {
  const terminal: string[] = []
  const stderr: string[] = []
  const say = (...parts: unknown[]) => void terminal.push(parts.join(' '))
  const speaker = { error: say, warn: say, info: say, log: say, debug: say }
  const close = openLog(
    { dataDir, verbose, secrets },
    speaker,
    (line) => stderr.push(line),
    () => AT,
  )
  onTestFinished(close)
  const folder = join(dataDir, LOG_FOLDER)
  const file = join(folder, LOG_FILE)
  return { speaker, terminal, stderr, close, folder, file, kept: () => readFileSync(file, 'utf8') }
}

test('a line is kept with its time and level, and the terminal shows it as before', () => {
  const { speaker, terminal, stderr, kept } = logIn()
  speaker.error('the %s broke', 'printer')
  speaker.log('Packbench ready')
  speaker.debug('packing:queue ok')
  expect(kept()).toBe(
    '2026-11-22T10:00:00.000Z error the printer broke\n2026-11-22T10:00:00.000Z info  Packbench ready\n',
  )
  expect(terminal).toEqual(['the %s broke printer', 'Packbench ready'])
  expect(stderr).toEqual([])
})

test('--verbose keeps calls too, and stdout keeps its own lines alone', () => {
  const { speaker, terminal, stderr, kept } = logIn({ verbose: true })
  speaker.debug('packing:queue ok')
  speaker.log('Packbench ready')
  expect(kept().match(/(debug|info ) .*/g)).toEqual(['debug packing:queue ok', 'info  Packbench ready'])
  expect(stderr).toEqual(['2026-11-22T10:00:00.000Z debug packing:queue ok\n'])
  expect(terminal).toEqual(['Packbench ready'])
})

test('an error is kept with its stack', () => {
  const { speaker, kept } = logIn()
  speaker.error(new Error('too deep'))
  expect(kept()).toMatch(/error Error: too deep\n {4}at /)
})

test.each([
  ['http://127.0.0.1:1/open?token=abc123', 'http://127.0.0.1:1/open?token=***'],
  ['authorization: Bearer abc123', 'authorization: Bearer ***'],
  ['X-Access-Token: abc123', 'X-Access-Token: ***'],
  ['the header was given-by-it', 'the header was ***'],
])('SECURITY: no token is kept: %s', (said, line) => {
  const { speaker, kept } = logIn({ secrets: ['given-by-it'] })
  speaker.warn(said)
  expect(kept()).toBe(`2026-11-22T10:00:00.000Z warn  ${line}\n`)
})

test.skipIf(process.platform === 'win32')('SECURITY: the file is this user’s alone', () => {
  const { speaker, file } = logIn()
  speaker.warn('x')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a full file makes room, and the one before is kept', () => {
  const dataDir = tempDir()
  mkdirSync(join(dataDir, LOG_FOLDER))
  writeFileSync(join(dataDir, LOG_FOLDER, LOG_FILE), `${'old '.repeat(1_400_000)}\n`)
  const { speaker, folder, kept } = logIn({ dataDir })
  speaker.warn('new')
  expect(kept()).toBe('2026-11-22T10:00:00.000Z warn  new\n')
  expect(readdirSync(folder).sort()).toEqual([OLDER_LOG, LOG_FILE].sort())
  expect(statSync(join(folder, OLDER_LOG)).size).toBeGreaterThan(5_000_000)
})

test('a folder in the place of the file costs the log only', () => {
  const dataDir = tempDir()
  mkdirSync(join(dataDir, LOG_FOLDER, LOG_FILE), { recursive: true })
  const complaint = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => complaint.mockRestore())
  const { speaker, terminal } = logIn({ dataDir })
  speaker.error('still said')
  expect(terminal).toContain('still said')
})

test('after the end nothing is kept, and the terminal is as before', () => {
  const { speaker, terminal, close, kept } = logIn()
  speaker.warn('one')
  close()
  speaker.warn('two')
  expect(kept()).not.toContain('two')
  expect(terminal).toEqual(['one', 'two'])
})
