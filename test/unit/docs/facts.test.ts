import { readFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { usage } from '../../../src/main/app/options'
import type { StartErrorCode } from '../../../src/main/base/station-error'
import { DEFAULT_SETTINGS } from '../../../src/marketplace/settings'
import { ERROR_CODES } from '../../../src/shared/contract/result'
import { COMMAND_NAMES, commandOfKey } from '../../../src/shared/domain/scanning/command'
import { HELD_REASONS } from '../../../src/shared/domain/outbox/operation'
import { PARTNER_ERROR_CODES } from '../../../src/shared/domain/outbox/partner-error-code'
import { PERMISSIONS } from '../../../src/shared/domain/operators/permissions'
import { TIME_PROBLEMS } from '../../../src/shared/domain/time/timestamps'
import { DICTIONARIES } from '../../support/dictionaries'

/** Checks what the documents say about the code: codes, flags, keys, settings. */

const fileOf = (name: string): string => path.join(import.meta.dirname, '../../..', name)
const read = (name: string): string => readFileSync(fileOf(name), 'utf8')

/** The text below a heading, up to the next one. */
function section(text: string, heading: string): string {
  const [, below = ''] = text.split(`\n## ${heading}\n`)
  return below.split('\n## ')[0] ?? ''
}

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

const START_ERRORS: Record<StartErrorCode, true> = {
  newer_schema: true,
  database_corrupt: true,
  database_unusable: true,
  data_dir_unusable: true,
}

describe('docs/error-codes.md', () => {
  const text = read('docs/error-codes.md')

  it.each([
    { heading: 'Refusals', codes: ERROR_CODES },
    { heading: 'Times', codes: TIME_PROBLEMS },
    { heading: 'What the marketplace answered', codes: PARTNER_ERROR_CODES },
    { heading: 'Why an operation needs you', codes: HELD_REASONS },
    { heading: 'When Packbench does not start', codes: Object.keys(START_ERRORS) },
  ])('has every code of "$heading" once', ({ heading, codes }) => {
    const listed = rowsOf(section(text, heading)).map(([code]) => code)
    expect(listed.toSorted()).toEqual(codes.map((code) => `\`${code}\``).toSorted())
  })

  it('gives cause, screen text and remedy of each', () => {
    const incomplete = text.split('\n').filter((line) => line.startsWith('| `') && /\|\s*\|/.test(line))
    expect(incomplete).toEqual([])
    expect(rowsOf(section(text, 'Refusals')).every((row) => row.length === 4)).toBe(true)
  })
})

const { en } = DICTIONARIES
/** What people see for each code, under the heading of its table. */
const SEEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Refusals: en.errors,
  Times: en.timeProblems,
  'What the marketplace answered': en.outbox.errorCodes,
  'Why an operation needs you': en.outbox.heldReasons,
}

/** The document with the words of the screen in its third column, in Prettier's format. */
async function withWords(file: string): Promise<string> {
  let seen: Readonly<Record<string, string>> = {}
  const lines = read(file)
    .split('\n')
    .map((line) => {
      if (line.startsWith('## ')) seen = SEEN[line.slice(3)] ?? {}
      const [, code = '', cause = '', , remedy = ''] = line.split('|')
      const words = seen[code.trim().slice(1, -1)]
      if (words === undefined) return line
      return `|${code}|${cause}| ${words.replaceAll(/\{\{\w+\}\}/g, '…')} |${remedy}|`
    })
  return format(lines.join('\n'), { ...(await resolveConfig(fileOf(file))), parser: 'markdown' })
}

it('docs/error-codes.md has the words of the screen; "vitest -u" brings them up to date', async () => {
  await expect(await withWords('docs/error-codes.md')).toMatchFileSnapshot(fileOf('docs/error-codes.md'))
})

describe('docs/it-guide.md', () => {
  it('has the flags that the program knows, and no others', () => {
    const known = [...usage({ dataDir: '', provisioningFile: '' }).matchAll(/^ {2}(--[a-z-]+)/gm)].map(
      ([, flag]) => flag,
    )
    const told = rowsOf(section(read('docs/it-guide.md'), 'Flags and environment')).flatMap(
      ([flag = '']) => flag.match(/--[a-z][a-z-]*/g) ?? [],
    )
    expect([...new Set(told)].toSorted()).toEqual(known.toSorted())
  })
})

describe('docs/packing.md', () => {
  it('has every command with its key', () => {
    const told = rowsOf(section(read('docs/packing.md'), 'Commands')).map(([name = '', key = '']) => {
      const command = commandOfKey(key.replace('Shift ', ''), key.startsWith('Shift '))
      const words = (command ?? '').replaceAll('_', ' ').toUpperCase()
      return words.startsWith(name) ? command : `${name} is not on ${key}`
    })
    expect(told.toSorted()).toEqual(COMMAND_NAMES.toSorted())
  })
})

describe('docs/supervisor.md', () => {
  it('has a row for each kind of permission', () => {
    const told = rowsOf(section(read('docs/supervisor.md'), 'Who may do what')).map(([role]) => role)
    expect(told.toSorted()).toEqual(
      [...new Set(Object.values(PERMISSIONS))].map((kind) => (kind === 'lend' ? 'lent' : kind)).toSorted(),
    )
  })
})

describe('docs/api-choices.md', () => {
  it('has every setting of the marketplace', () => {
    const text = read('docs/api-choices.md')
    expect(Object.keys(DEFAULT_SETTINGS).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
