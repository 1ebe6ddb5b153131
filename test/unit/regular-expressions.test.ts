import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, it } from 'vitest'

/**
 * Texts come from scanners, files and the marketplace: one that takes a regular expression quadratic time freezes the
 * station, and again after each restart. Every literal of `src` takes linear time.
 */

/** What it is matched against is bounded, and short. */
const BOUNDED: ReadonlySet<string> = new Set([
  // The digits of a count.
  String.raw`/\B(?=(\d{3})+$)/g`,
])

type Slow = { pattern: string; kind: string }

function slowIn(literal: string): Slow[] {
  const end = literal.lastIndexOf('/')
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) })
  return reports.map(({ type }) => ({ pattern: literal, kind: type }))
}

function literalsOf(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    node.forEachChild(visit)
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind))
  return found
}

it('take linear time, each that is written in src', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const literals = new Set(files.flatMap((name) => literalsOf(join('src', name))))
  expect(literals.size).toBeGreaterThan(150)
  expect([...literals].filter((one) => !BOUNDED.has(one)).flatMap(slowIn)).toEqual([])
  expect([...BOUNDED].filter((one) => !literals.has(one))).toEqual([])
})

it.each([
  String.raw`/^(.*?)\s*:\s*([^:]*)$/s`,
  String.raw`/^([^\d.,-]*)(\d[\d.,'’ ]*|[.,]\d+)(\D*)$/`,
  String.raw`/\s*%$/`,
  String.raw`/^(a+)+$/`,
])('are found if they do not: %s', (literal) => {
  expect(slowIn(literal)).not.toEqual([])
})
