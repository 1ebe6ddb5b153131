import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Checks what the documents say about the repository: links, paths, scripts and variables. */

const ROOT = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

function filesUnder(folder: string, isWanted: (file: string) => boolean): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name).replaceAll(path.sep, '/'))
    .filter(isWanted)
}

const isMarkdown = (file: string): boolean => file.endsWith('.md')
const FRONT = readdirSync(ROOT).filter(isMarkdown)
const DOCS = [...FRONT, ...filesUnder('docs', isMarkdown)]
const ROOM_READMES = filesUnder('src', isMarkdown)

/** A folder of the repository, and the top-level files that documents name. */
const REPOSITORY_PATH =
  /^(?:src|test|docs|scripts|resources|\.ci|\.github|\.vscode)\/|^[\w.-]+\.(?:md|yml|cjs|mjs|mts|ts|json)$/
/** Files of a station, not of the repository. */
const OF_A_STATION = new Set([
  'preferences.json',
  'connection.json',
  'account.json',
  'accounts.json',
  'sign-in.json',
])
/** Named as something to avoid. */
const FORBIDDEN = new Set(['utils.ts'])

/** The text in backticks, including whole blocks. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

function pathsIn(text: string): string[] {
  return codeIn(text).filter(
    (code) =>
      REPOSITORY_PATH.test(code) &&
      !/[\s*<>{}…]/.test(code) &&
      !OF_A_STATION.has(code) &&
      !FORBIDDEN.has(code),
  )
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

/** GitHub's anchors of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function deadLinks(file: string): string[] {
  return linksIn(read(file)).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [target = '', anchor] = link.split('#')
    const wanted = target === '' ? file : path.posix.join(path.posix.dirname(file), target)
    if (!existsSync(path.join(ROOT, wanted))) return true
    return anchor !== undefined && !anchorsOf(read(wanted)).includes(anchor)
  })
}

describe.each([...DOCS, ...ROOM_READMES])('%s', (file) => {
  it('has no dead link', () => expect(deadLinks(file)).toEqual([]))
})

describe.each(DOCS)('%s', (file) => {
  it('names paths that exist', () => {
    expect(pathsIn(read(file)).filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })
})

describe('files in backticks', () => {
  const named = (text: string): string[] =>
    codeIn(text).filter((code) => /^[\w./-]*[\w-]\.(?:ts|tsx|mts|mjs|cjs|json|css|md)$/.test(code))
  const documents = [
    ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...ROOM_READMES],
    ...filesUnder('test', isMarkdown),
  ]

  it.each(documents)('%s gives the path of each, from there or from the root', (file) => {
    const places = [ROOT, path.join(ROOT, path.posix.dirname(file))]
    const missing = named(read(file)).filter(
      (name) =>
        !places.some((place) => existsSync(path.join(place, name))) &&
        !OF_A_STATION.has(name) &&
        !FORBIDDEN.has(name),
    )
    expect(missing).toEqual([])
  })
})

describe('READMEs in src', () => {
  it('src/main/sync/README.md has no invariant that no test names', () => {
    const titles = filesUnder('test', (file) => /\.test\.tsx?$/.test(file))
      .flatMap((file) => read(file).match(/\b(?:it|test|describe)\b.*/g) ?? [])
      .join('\n')
    const invariants = [...read('src/main/sync/README.md').matchAll(/^- \*\*(I\d+)\*\*/gm)].map(
      ([, name]) => name,
    )
    expect(invariants.length).toBeGreaterThan(10)
    expect(invariants.filter((name) => !new RegExp(`\\b${name}\\b`).test(titles))).toEqual([])
  })
})

describe('scripts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const family = /^(?:test|format):[\w:-]+$/

  it.each([...DOCS, ...ROOM_READMES])('%s names scripts that package.json has', (file) => {
    const text = read(file)
    const run = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    const short = codeIn(text).filter((code) => family.test(code))
    expect([...run, ...short].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('CONTRIBUTING.md names every script of tests', () => {
    const names = Object.keys(scripts).filter((name) => name.startsWith('test:'))
    expect(names.filter((name) => !read('CONTRIBUTING.md').includes(name))).toEqual([])
  })
})

describe('environment', () => {
  const PREFIX = 'PACKBENCH'
  const variablesIn = (files: readonly string[]): Set<string> =>
    new Set(files.flatMap((file) => read(file).match(new RegExp(`${PREFIX}_[A-Z][A-Z_]*[A-Z]`, 'g')) ?? []))
  const isSource = (file: string): boolean => /\.(?:ts|tsx|mts|mjs|cjs)$/.test(file)
  const sources = [
    ...['src', 'scripts', 'test'].flatMap((folder) => filesUnder(folder, isSource)),
    ...readdirSync(ROOT).filter(isSource),
  ]
  const inCode = variablesIn(sources)

  it('has only variables that the code knows in the documents', () => {
    expect([...variablesIn([...DOCS, ...ROOM_READMES])].filter((name) => !inCode.has(name))).toEqual([])
  })

  it('has every variable of the code in the guide for IT or in CONTRIBUTING.md', () => {
    const described = variablesIn(['docs/it-guide.md', 'CONTRIBUTING.md'])
    expect([...inCode].filter((name) => !described.has(name))).toEqual([])
  })
})

describe('README.md', () => {
  it('is short', () => expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(6_400))

  it('says how to start and how to test from a fresh clone', () => {
    expect(read('README.md')).toMatch(/^ {4}npm ci && npm start$/m)
    expect(read('README.md')).toMatch(/^ {4}npm ci && npm test$/m)
  })

  it('leads to every document', () => {
    const known = linksIn(read('README.md'))
    const top = DOCS.filter((file) => !file.startsWith('docs/adr/') && file !== 'README.md')
    expect(top.filter((file) => !known.includes(file))).toEqual([])
  })
})

describe('decisions', () => {
  const records = filesUnder('docs/adr', (file) => /\/\d{4}-[a-z0-9-]+\.md$/.test(file)).toSorted()

  it('are numbered without a gap', () => {
    const numbers = records.map((file) => Number(path.basename(file).slice(0, 4)))
    expect(numbers).toEqual(records.map((_, index) => index + 1))
  })

  it.each(records)('%s has context, decision, consequences and rejected alternatives', (file) => {
    const number = Number(path.basename(file).slice(0, 4))
    expect(read(file)).toMatch(new RegExp(`^# ${number}\\. .+$`, 'm'))
    const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives rejected'])
  })

  it('are all listed', () => {
    const listed = linksIn(read('docs/adr/README.md'))
    expect(records.map((file) => path.basename(file)).filter((name) => !listed.includes(name))).toEqual([])
  })
})
