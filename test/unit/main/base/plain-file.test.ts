import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { thisMachine } from '../../../../src/main/app/options'
import { openInstructionFolder } from '../../../../src/main/areas/instructions/instruction-folder'
import { openLogoFile } from '../../../../src/main/areas/print/logo'
import { readPlainFile } from '../../../../src/main/base/plain-file'
import { readCaFile } from '../../../../src/main/partner/ca-file'
import { createManualClock } from '../../../support/clock'
import { LOGO_PNG } from '../../../support/logo'
import { tempDir } from '../../../support/temp-dir'

/** What may stand in the place of a file that people fill. */
const ODD: Readonly<Record<string, (path: string) => void>> = {
  'links in a circle': (path) => {
    symlinkSync(`${path}-other`, path)
    symlinkSync(path, `${path}-other`)
  },
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to a pipe': (path) => {
    execFileSync('mkfifo', [`${path}-pipe`])
    symlinkSync(`${path}-pipe`, path)
  },
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'a folder': (path) => mkdirSync(path),
}

function odd(make: (path: string) => void, ...name: string[]) {
  const dir = tempDir()
  const path = join(dir, ...name)
  mkdirSync(join(path, '..'), { recursive: true })
  make(path)
  return { dir, path }
}

describe.skipIf(process.platform === 'win32').each(Object.entries(ODD))('%s', (_, make) => {
  it('is no table of instructions, and its place is named', () => {
    const { dir } = odd(make, 'instructions', 'instructions.csv')
    expect(openInstructionFolder(dir, createManualClock()).read()).toMatchObject({ table: 'not_file' })
  })

  it('is no picture', () => {
    const { dir } = odd(make, 'instructions', 'items', 'A.png')
    expect(openInstructionFolder(dir, createManualClock()).readPicture('items/A.png')).toBeNull()
  })

  it('is no logo', () => {
    const { dir } = odd(make, 'logo.png')
    expect(openLogoFile(dir).read()).toEqual({ logo: null })
  })

  it('is neither IT’s file nor a CA file', () => {
    const { path } = odd(make, 'file.json')
    expect(() => thisMachine().readFile(path)).toThrow(/not a plain file|ELOOP/)
    const lines: string[] = []
    expect(readCaFile(path, (line) => lines.push(line))).toEqual([])
    expect(lines).toEqual([expect.stringMatching(/cannot be read \((?:not a plain file|ELOOP)\)/)])
  })
})

it('reads a plain file, also behind a link, up to its bound', () => {
  const { path } = odd((file) => writeFileSync(file, LOGO_PNG), 'a.png')
  symlinkSync(path, `${path}-link`)
  for (const file of [path, `${path}-link`])
    expect(readPlainFile(file, LOGO_PNG.length).equals(LOGO_PNG)).toBe(true)
  expect(() => readPlainFile(path, LOGO_PNG.length - 1)).toThrow('too large')
  expect(() => readPlainFile(`${path}-none`, 1)).toThrow(/ENOENT/)
})

it.runIf(existsSync('/proc/self/status'))('bounds a file that says it is empty', () => {
  expect(readPlainFile('/proc/self/status', 100_000).length).toBeGreaterThan(100)
  expect(() => readPlainFile('/proc/self/status', 100)).toThrow('too large')
})
