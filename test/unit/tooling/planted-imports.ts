import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { checkFolder } from '../../../scripts/check-dependencies.mjs'

const folders: string[] = []

/** A small project with planted imports, checked as `npm run deps` checks this repository. */

export type Verdict = { code: number; stdout: string; stderr: string }

/** Writes the files into a separate folder and checks it as `npm run deps` checks this repository. */
export async function check(files: Record<string, string>): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-deps-'))
  folders.push(folder)
  mkdirSync(join(folder, 'src'))
  for (const [path, text] of Object.entries({ ...LIBRARIES, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { code, errors, counts } = await checkFolder(folder)
  return { code, stdout: counts, stderr: errors.join('\n') }
}

function library(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: 'exports.thing = 1\n',
  }
}

const LIBRARIES = {
  'package.json': JSON.stringify({
    dependencies: { 'better-sqlite3': '*' },
    devDependencies: { electron: '*', react: '*', undici: '*', zod: '*', luxon: '*', '@mantine/form': '*' },
  }),
  ...library('electron'),
  ...library('better-sqlite3'),
  ...library('undici'),
  ...library('zod'),
  ...library('@mantine/form'),
  ...library('luxon'),
  ...library('react'),
}

export const VALUE = 'export const thing = 1\n'
export const importFrom = (from: string) => `import { thing } from '${from}'\nexport const mine = thing\n`
export const typeFrom = (from: string) => `import type { Thing } from '${from}'\nexport type Mine = Thing\n`

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** What an import breaks, the rule that reports it, the file it is planted in, its text, and the file it leads to. */
export type Planted = [why: string, rule: string, from: string, text: string, to?: string]

/** Plants all imports in one project and expects each to be caught by its rule, and nothing else. */
export function catches(planted: Planted[]): void {
  let verdict: Verdict

  beforeAll(async () => {
    const files: Record<string, string> = {}
    for (const [, , from, text, to] of planted) {
      files[`src/${from}`] = text
      if (to !== undefined) files[`src/${to}`] = VALUE
    }
    verdict = await check(files)
  })

  it.each(planted)('catches: %s', (_why, rule, from) => {
    expect(verdict.stderr).toContain(`"${rule}": src/${from}`)
  })

  it('fails, and reports nothing else', () => {
    expect(verdict.code).toBe(1)
    const rules = verdict.stderr.split('\n').flatMap((line) => line.match(/^error "([^"]+)"/)?.[1] ?? [])
    const expected = new Set(planted.map(([, rule]) => rule))
    expect(rules.filter((rule) => !expected.has(rule))).toEqual([])
  })
}
