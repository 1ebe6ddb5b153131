import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { usage } from '../../../src/main/app/options'
import type { AsideSource } from '../../../src/main/store/tables/set-aside'
import { DEFAULT_SETTINGS } from '../../../src/marketplace/settings'
import type { SyncGate } from '../../../src/shared/contract/views'
import { COMMAND_NAMES, commandOfKey } from '../../../src/shared/domain/scanning/command'
import { HELD_REASONS, meaningOfHold } from '../../../src/shared/domain/outbox/held-reason'
import { OPEN_OP_STATES } from '../../../src/shared/domain/outbox/operation'
import { PERMISSIONS } from '../../../src/shared/domain/operators/permissions'
import { errorCodesDocument } from './error-codes'
import { formatted } from '../../support/formatted'

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

/** Generated: what is committed must be what the code says. */
describe('docs/error-codes.md', () => {
  it('is as generated; "vitest -u" writes it again', async () => {
    const file = fileOf('docs/error-codes.md')
    const generated = await formatted('error-codes.md', errorCodesDocument())
    await expect(generated).toMatchFileSnapshot(file)
  })

  it('gives cause, screen text and remedy of each code', () => {
    const incomplete = errorCodesDocument()
      .split('\n')
      .filter((line) => line.startsWith('| `') && /\|\s*\|/.test(line))
    expect(incomplete).toEqual([])
  })
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

const GATES: Record<SyncGate, true> = {
  online: true,
  offline: true,
  silent: true,
  failing: true,
  foreign: true,
  unauthorized: true,
  unproven: true,
  throttled: true,
  items_throttled: true,
  checking: true,
}
const ASIDES: Record<AsideSource, true> = {
  orders: true,
  items: true,
  order_fields: true,
  item_fields: true,
  order_windows: true,
  item_lists: true,
  order_pages: true,
  item_pages: true,
}

describe('docs/waits.md', () => {
  const text = read('docs/waits.md')
  const rows = (heading: string) => rowsOf(section(text, heading))

  it.each([
    { heading: 'The connection to the marketplace', states: Object.keys(GATES) },
    { heading: 'Operations that wait', states: OPEN_OP_STATES },
    { heading: 'Operations that need you', states: HELD_REASONS },
    { heading: 'What cannot be read', states: Object.keys(ASIDES) },
  ])('says of each state under "$heading" what ends it', ({ heading, states }) => {
    expect(rows(heading).map(([state]) => state)).toEqual(states.map((state) => `\`${state}\``))
    const open = rows(heading).filter(
      ([state, ...ends]) => state !== '`online`' && ends.every((end) => end === ''),
    )
    expect(open).toEqual([])
  })

  it('says what the station does, and why a person is needed', () => {
    for (const [reason = '', ends, why] of rows('Operations that need you')) {
      expect(ends, reason).toBe(`\`${meaningOfHold(reason.slice(1, -1)).ends}\``)
      expect(ends === '`person`' && why === '', reason).toBe(false)
    }
  })

  it('names every file of main with a timer', () => {
    const main = fileOf('src/main')
    const timed = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => name.endsWith('.ts') && !['base/clock.ts', 'base/timer.ts'].includes(name))
      .filter((name) => STARTS_TIMER.test(readFileSync(path.join(main, name), 'utf8')))
    const named = rows('Everything else that waits').flatMap(
      ([, , where = '']) => where.match(/[\w/-]+\.ts/g) ?? [],
    )
    expect(named.toSorted()).toEqual(timed.toSorted())
  })
})

const STARTS_TIMER =
  /\bclock\.after\(|set(?:Timeout|Interval)\(|create(?:Steps|Daily|Breaker)\(|new Timer\(|\b(?:tickEvery|atMostEvery)\(/

describe('docs/api-choices.md', () => {
  it('has every setting of the marketplace', () => {
    const text = read('docs/api-choices.md')
    expect(Object.keys(DEFAULT_SETTINGS).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
