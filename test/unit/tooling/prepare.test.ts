import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../support/temp-dir'

/** What `npm ci` does in addition to installing: it must never fail an installation. */

const SCRIPT = path.resolve('scripts/prepare.mjs')
/** Ignores this PC's git settings and any repository above the folder. */
const PLAIN = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

function prepare(cwd: string, env: Record<string, string | undefined> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    cwd,
    env: { ...PLAIN, GIT_CEILING_DIRECTORIES: path.dirname(cwd), ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

function repository(): string {
  const folder = path.join(tempDir(), 'clone')
  mkdirSync(folder)
  git(folder, 'init', '--quiet')
  return folder
}

const git = (cwd: string, ...args: string[]) =>
  spawnSync('git', args, { cwd, env: PLAIN, encoding: 'utf8' }).stdout.trim()
const hooksOf = (folder: string) => git(folder, 'config', '--local', '--get', 'core.hooksPath')

const QUIET = { status: 0, output: '' }

it('switches the hooks of a clone on', () => {
  const folder = repository()
  expect(prepare(folder)).toEqual(QUIET)
  expect(hooksOf(folder)).toBe('.githooks')
})

it('leaves the user’s own hooks alone', () => {
  const folder = repository()
  git(folder, 'config', 'core.hooksPath', 'my-hooks')
  expect(prepare(folder)).toEqual(QUIET)
  expect(hooksOf(folder)).toBe('my-hooks')
})

it('does nothing in CI', () => {
  const folder = repository()
  expect(prepare(folder, { CI: 'true' })).toEqual(QUIET)
  expect(hooksOf(folder)).toBe('')
})

it('does nothing without a repository', () => {
  expect(prepare(tempDir())).toEqual(QUIET)
})

it('does nothing without git', () => {
  const folder = repository()
  expect(prepare(folder, { PATH: '/nowhere' })).toEqual(QUIET)
  expect(hooksOf(folder)).toBe('')
})
