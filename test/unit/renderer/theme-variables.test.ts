import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { themeVariables } from '../../../src/renderer/src/theme-variables'

/** The block of a selector, as `name: value` pairs. */
function block(css: string, selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(selector)
  if (start < 0) throw new Error(`no ${selector}`)
  const text = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  const pairs = text.matchAll(/(--[\w-]+):\s*([^;]+)/g)
  return new Map([...pairs].map(([, name = '', value = '']) => [name, value.trim()]))
}

const MANTINE = readFileSync(
  createRequire(import.meta.url).resolve('@mantine/core/styles/default-css-variables.css'),
  'utf8',
)
const css = themeVariables()
const light = block(css, '[data-mantine-color-scheme="light"]')
const dark = block(css, '[data-mantine-color-scheme="dark"]')
const both = block(css, ':root')

it('the sheet has what the bench is drawn with, in both schemes', () => {
  expect(both.get('--mantine-font-size-md')).toBe('1rem')
  expect(light.get('--bench-panel')).toBe('#ffffff')
  expect(light.get('--bench-chosen')).toBe('#e9effd')
  expect(dark.get('--bench-chosen')).toBe('#1b2a4d')
  expect(dark.get('--mantine-color-error')).toBe('#ff8b8b')
})

it.each([
  ['both', both, ':root,'],
  ['light', light, ":root[data-mantine-color-scheme='light']"],
  ['dark', dark, ":root[data-mantine-color-scheme='dark']"],
] as const)('the sheet repeats nothing that Mantine’s own says: %s', (_scheme, ours, selector) => {
  const theirs = block(MANTINE, selector)
  expect(theirs.size).toBeGreaterThan(50)
  expect([...ours].filter(([name, value]) => theirs.get(name) === value)).toEqual([])
})

// Window tests check what fits and what a finger hits in one scheme only.
it('a scheme changes nothing but colors', () => {
  const color = /^(#[\da-f]{3,8}|rgba?\(.*\)|color-mix\(.*\)|var\(--(mantine-color|bench)-.*\)|white|black)$/
  const schemes = [
    ...[light, dark],
    ...['light', 'dark'].map((scheme) => block(MANTINE, `:root[data-mantine-color-scheme='${scheme}']`)),
  ].flatMap((variables) => [...variables])
  const told = (name: string) => name === '--mantine-color-scheme'
  expect(schemes.filter(([name, value]) => !told(name) && !color.test(value))).toEqual([])
  const folder = join(__dirname, '../../../src/renderer/src')
  const sheets = globSync('**/*.css', { cwd: folder })
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.filter((file) => /scheme|light-dark/.test(readFileSync(join(folder, file), 'utf8')))).toEqual(
    [],
  )
})
