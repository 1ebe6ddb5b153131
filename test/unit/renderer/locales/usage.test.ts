import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { filesOf, flatten } from '../../../support/dictionaries'

/** Checks how the code uses the texts: tsc cannot, because JSON has no literal types. */

type Use = { at: string; key: string; given: readonly string[] | undefined }

const PLURAL = /_(zero|one|two|few|many|other)$/
const RENDERER = path.join(import.meta.dirname, '../../../../src/renderer/src')
/** Of the window; `print.json` is for paper. */
const FILES = Object.entries(filesOf('en')).filter(([file]) => file !== 'print.json')
const TEXTS = new Map(FILES.flatMap(([, words]) => flatten(words)))

const used: RegExp[] = []
const literals = new Set<string>()
const calls: Use[] = []
/** The texts that each file may name, and the files that it imports. */
const named = new Map<string, (string | RegExp)[]>()
const imports = new Map<string, string[]>()

/** The names in an object literal; `undefined` if it also has computed or spread ones. */
function namesIn(node: ts.Expression | undefined): readonly string[] | undefined {
  if (node === undefined) return []
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const names = node.properties.map(({ name }) => name?.getText())
  return names.every((name) => name !== undefined) ? names : undefined
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function visit(node: ts.Node, at: string): void {
  if (ts.isStringLiteralLike(node)) {
    literals.add(node.text)
    named.get(at)?.push(node.text)
  }
  if (ts.isImportDeclaration(node) && !isOfTypes(node))
    imports.get(at)?.push((node.moduleSpecifier as ts.StringLiteral).text)
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    if (/^[a-z]\w*\./i.test(node.head.text)) {
      const pattern = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('\\w+')}$`)
      used.push(pattern)
      named.get(at)?.push(pattern)
    }
  }
  if (ts.isCallExpression(node) && /^(i18next\.)?t$/.test(node.expression.getText())) {
    const [key, options] = node.arguments
    if (key !== undefined && ts.isStringLiteralLike(key) && options?.getText().includes('returnObjects'))
      used.push(new RegExp(`^${key.text.replaceAll('.', '\\.')}\\.`))
    else if (key !== undefined && ts.isStringLiteralLike(key))
      calls.push({ at, key: key.text, given: namesIn(options) })
  }
  ts.forEachChild(node, (child) => visit(child, at))
}

for (const file of globSync('**/*.{ts,tsx}', { cwd: RENDERER })) {
  const text = readFileSync(path.join(RENDERER, file), 'utf8')
  named.set(file, [])
  imports.set(file, [])
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), file)
}

/** What the first script is made of. */
function filesAtStart(): ReadonlySet<string> {
  const files = new Set(['main.tsx'])
  for (const file of files)
    for (const imported of imports.get(file) ?? []) {
      const name = path.join(path.dirname(file), imported)
      const found = [`${name}.ts`, `${name}.tsx`].find((each) => named.has(each))
      if (found !== undefined) files.add(found)
    }
  return files
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '')
const formsOf = (key: string) =>
  [...TEXTS].filter(([name]) => name === key || name.replace(PLURAL, '') === key)

describe('the texts', () => {
  it('are all used', () => {
    const unused = [...TEXTS.keys()].filter((name) => {
      const key = name.replace(PLURAL, '')
      return ![name, key].some((each) => literals.has(each) || used.some((pattern) => pattern.test(each)))
    })
    expect(unused).toEqual([])
  })

  it('get every value that they name', () => {
    expect(calls.length).toBeGreaterThan(500)
    const blanks = calls.flatMap(({ at, key, given }) =>
      given === undefined
        ? []
        : formsOf(key)
            .flatMap(([, text]) => placeholders(text))
            .filter((name) => !given.includes(name))
            .map((name) => `${at}: ${key} lacks ${name}`),
    )
    expect(blanks).toEqual([])
  })

  it('of the first screen come with it', () => {
    const files = filesAtStart()
    expect(files.size).toBeGreaterThan(80)
    const late = FILES.filter(([file]) => !file.startsWith('start/'))
    const keys = late.flatMap(([, words]) => flatten(words)).map(([key]) => key.replace(PLURAL, ''))
    const missing = [...files].flatMap((file) =>
      (named.get(file) ?? []).flatMap((name) =>
        keys
          .filter((key) => (typeof name === 'string' ? key === name : name.test(key)))
          .map((key) => `${file}: ${key}`),
      ),
    )
    expect(missing).toEqual([])
  })
})
