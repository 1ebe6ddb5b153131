import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../support/temp-dir'

type Planted = { what: string; rules: readonly string[]; dir: string; text: string }

const MAIN = 'src/main/base'
const WINDOW_OPTIONS = 'src/main/hosts/electron'
const E2E = 'test/e2e'
const weak = (text: string): Planted => ({
  what: `what weakens Electron: ${text}`,
  rules: ['syntax(no-restricted-syntax)'],
  dir: WINDOW_OPTIONS,
  text,
})
const hasty = (call: string): Planted => ({
  what: `a hasty ${call} in window tests`,
  rules: ['syntax(no-restricted-syntax)'],
  dir: E2E,
  text: `type Page = { keyboard: { press(key: string): Promise<void> }; reload(): Promise<void> }\nexport const run = async (page: Page, packer: { page: Page }) => {\n  await page.reload.call(packer)\n  await ${call}\n}`,
})

/** Each in a file of its own, where it must break these rules and no other. */
const PLANTED: readonly Planted[] = [
  {
    what: 'raw ipcMain',
    rules: ['eslint(no-restricted-imports)'],
    dir: MAIN,
    text: "import { ipcMain } from 'electron'\nipcMain.emit('x')",
  },
  {
    what: 'raw ipcRenderer',
    rules: ['eslint(no-restricted-imports)'],
    dir: MAIN,
    text: "import { ipcRenderer } from 'electron'\nipcRenderer.send('x')",
  },
  { what: 'a default export', rules: ['syntax(no-restricted-syntax)'], dir: MAIN, text: 'export default 1' },
  {
    what: 'a promise nobody waits for',
    rules: ['typescript(no-floating-promises)'],
    dir: MAIN,
    text: 'Promise.resolve(1)\nexport const one = 1',
  },
  {
    what: 'a type imported as a value',
    rules: ['typescript(TS1484)', 'typescript(consistent-type-imports)'],
    dir: 'src/renderer',
    text: "import { ReactNode } from 'react'\nexport type Mine = ReactNode",
  },
  {
    what: 'a state left out of a switch',
    rules: ['typescript(switch-exhaustiveness-check)'],
    dir: MAIN,
    text: "export function f(s: 'a' | 'b') {\n  switch (s) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
  },
  {
    what: 'any that comes in',
    rules: ['typescript(no-unsafe-assignment)'],
    dir: MAIN,
    text: "export const text: string = JSON.parse('1')",
  },
  {
    what: 'a hook behind a condition',
    rules: ['react-hooks(rules-of-hooks)'],
    dir: 'src/renderer',
    text: "import { useState } from 'react'\nexport function useIt(on: boolean) {\n  if (on) useState(1)\n}",
  },
  {
    what: 'a comment that switches off what is not broken',
    rules: [''],
    dir: MAIN,
    text: '// oxlint-disable-next-line no-eval\nexport const one = 1',
  },
  weak('export const webPreferences = { preload: "x", contextIsolation: false }'),
  weak('export const webPreferences = { nodeIntegrationInWorker: true }'),
  weak('export const open = (shell: { openExternal(url: string): void }) => shell.openExternal("x")'),
  weak('export const event = "certificate-error"'),
  hasty('page.keyboard.press("Tab")'),
  hasty('packer.page.reload()'),
  {
    what: 'a wrong type',
    rules: ['typescript(TS2322)'],
    dir: MAIN,
    text: "export const count: number = 'one'",
  },
  {
    what: 'an expected error that does not occur',
    rules: ['typescript(TS2578)'],
    dir: MAIN,
    text: '// @ts-expect-error it is a number\nexport const one = 1',
  },
  {
    what: 'what a window has and main has not',
    rules: ['typescript(TS2304)'],
    dir: MAIN,
    text: 'export type Page = HTMLElement',
  },
  {
    what: 'what Node has and shared code may not use',
    rules: ['typescript(TS2591)'],
    dir: 'src/shared',
    text: 'export type Bytes = Buffer',
  },
  {
    what: 'what Node has and a window has not',
    rules: ['typescript(TS2591)'],
    dir: 'src/renderer',
    text: 'export type Bytes = Buffer',
  },
  {
    what: 'nothing in text that keeps the rules',
    rules: [],
    dir: MAIN,
    text: "import type { Server } from 'node:http'\nexport type Mine = Server",
  },
]

const ROOT = process.cwd()
const fileOf = (index: number) => `planted-${index}.ts`

/** Lints all of them at once, in a folder that is set up like this one. @returns rules by file name */
function lintPlanted(): Map<string, string[]> {
  const folder = tempDir()
  for (const name of readdirSync(ROOT).filter((one) => /^(tsconfig.*\.json|oxlint\.config\.mts)$/.test(one)))
    copyFileSync(path.join(ROOT, name), path.join(folder, name))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  PLANTED.forEach(({ dir, text }, index) => {
    mkdirSync(path.join(folder, dir), { recursive: true })
    writeFileSync(path.join(folder, dir, fileOf(index)), `${text}\n`)
  })
  const found = new Map<string, string[]>()
  for (const { filename, code = '' } of lint(folder)) {
    const name = path.basename(filename)
    found.set(name, [...new Set([...(found.get(name) ?? []), code])].toSorted())
  }
  return found
}

type Finding = { filename: string; code?: string }

function lint(folder: string): Finding[] {
  const bin = path.join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` }
  const args = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format=json', 'src', 'test']
  try {
    execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics
  }
  throw new Error('it found nothing')
}

it('are broken by each text alone that breaks them', { timeout: 60_000 }, () => {
  const broken = lintPlanted()
  const seen = PLANTED.map(({ what }, index) => [what, broken.get(fileOf(index)) ?? []])
  expect(seen).toEqual(PLANTED.map(({ what, rules }) => [what, rules]))
})
