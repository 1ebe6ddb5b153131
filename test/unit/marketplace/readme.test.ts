import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultSchema } from '../../../src/marketplace/control/fault-plan'
import { DEFAULT_SETTINGS, settingsSchema } from '../../../src/marketplace/settings'

const README = readFileSync(join(import.meta.dirname, '../../../src/marketplace/README.md'), 'utf8')

/** First cell -> second cell of every table row. */
const rows = new Map(
  README.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first = '', second = '']) => [first, second] as const),
)

describe('README', () => {
  test.each(Object.entries(DEFAULT_SETTINGS))('lists the setting %s with its default', (name, value) => {
    expect(rows.get(`\`${name}\``)).toBe(`\`${JSON.stringify(value)}\``)
  })

  test.each(faultSchema.options.map((option) => option.shape.kind.value))(
    'describes the fault %s',
    (kind) => {
      expect(rows.get(`\`${kind}\``)).toBeDefined()
    },
  )
})

test('the defaults are settings themselves', () => {
  expect(settingsSchema.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
  expect(Object.keys(DEFAULT_SETTINGS).sort()).toEqual(Object.keys(settingsSchema.shape).sort())
})
