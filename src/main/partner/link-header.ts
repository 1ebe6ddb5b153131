/**
 * Reads a `Link` header field: a list of `<target>; name=value`, in which elements may be empty and parameters may have
 * no value. Servers and proxies add links of their own, so what is not the wanted link never hides it.
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */

/** `broken`: some of the header is no link, so a link that is not found may be in that part. */
export type FoundLink = { target: string | null; broken: boolean }

type Cursor = { text: string; at: number }
type Params = ReadonlyMap<string, string>

const BLANKS = /[ \t\r\n]*/y
const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y
const TARGET = /<([^>]*)>/y
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
/** Also takes values that are no token: a path, for example, that somebody forgot to quote. */
const BARE = /[^\s;,"]*/y
const PLAIN = /[^,"<]*/y

/** The first link with this relation whose context is the page itself. */
export function findLink(header: string, relation: string): FoundLink {
  const cursor: Cursor = { text: header, at: 0 }
  let broken = false
  while (cursor.at < header.length) {
    take(cursor, BLANKS)
    const target = take(cursor, TARGET)?.[1]
    const params = target === undefined ? null : takeParams(cursor)
    take(cursor, BLANKS)
    // An empty element is no error.
    const isWhole = cursor.at >= header.length || header[cursor.at] === ','
    if (!isWhole) {
      broken = true
      skipElement(cursor)
    } else if (target !== undefined && params !== null && hasRelation(params, relation)) {
      return { target: target.trim(), broken }
    }
    cursor.at += 1
  }
  return { target: null, broken }
}

/** The first parameter of a name counts; names are the same in any case. */
function takeParams(cursor: Cursor): Params {
  const params = new Map<string, string>()
  for (;;) {
    take(cursor, BLANKS)
    if (cursor.text[cursor.at] !== ';') return params
    cursor.at += 1
    take(cursor, BLANKS)
    const name = take(cursor, TOKEN)?.[0].toLowerCase()
    // Two semicolons in a row, or one at the end.
    if (name === undefined) continue
    take(cursor, BLANKS)
    let value = ''
    if (cursor.text[cursor.at] === '=') {
      cursor.at += 1
      take(cursor, BLANKS)
      value = take(cursor, QUOTED)?.[1]?.replaceAll(/\\([\s\S])/g, '$1') ?? take(cursor, BARE)?.[0] ?? ''
    }
    if (!params.has(name)) params.set(name, value)
  }
}

/** Goes to the next comma that is not in quotes or in a target; to the end if one of those does not end. */
function skipElement(cursor: Cursor): void {
  for (;;) {
    take(cursor, PLAIN)
    if (cursor.at >= cursor.text.length || cursor.text[cursor.at] === ',') return
    if ((take(cursor, QUOTED) ?? take(cursor, TARGET)) === null) cursor.at = cursor.text.length
  }
}

/** A link with an `anchor` is about another resource. */
function hasRelation(params: Params, relation: string): boolean {
  const relations = params.get('rel')?.toLowerCase().split(/\s+/) ?? []
  return relations.includes(relation) && !params.has('anchor')
}

/** Takes what the sticky pattern matches at the cursor. */
function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)
  if (match !== null) cursor.at += match[0].length
  return match
}
