/** The text of a table that a spreadsheet or a shop has saved, and the mark between its columns. */

/** In this order where a file would do for several: the decimal comma is commoner than a stray tab or semicolon. */
const SEPARATORS = ['\t', ';', ',', '|'] as const

/** How csv-parse reads such a text. Files that were put together from several end their lines in more than one way. */
export const CSV_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
}

/** Why the file is no table in text form: it is something else, or its characters cannot be told. */
type TableTextProblem = 'web_page' | 'workbook' | 'not_text' | 'encoding_unknown'

type TableText = { ok: true; text: string; separator: string } | { ok: false; problem: TableTextProblem }

/** Reads UTF-8, UTF-16, Windows-1252, and what Excel saves as "CSV (Macintosh)" and "CSV (MS-DOS)". */
export function readTableText(bytes: Buffer): TableText {
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte)))
    return { ok: false, problem: 'workbook' }
  const text = lettersOf(bytes)?.read(bytes) ?? null
  if (text === null) return { ok: false, problem: 'encoding_unknown' }
  const problem = kindOf(text)
  if (problem !== null) return { ok: false, problem }
  const [line, separator] = SEP_LINE.exec(text) ?? ['']
  const table = text.slice(line.length)
  return { ok: true, text: table, separator: separator ?? separatorOf(table) }
}

/**
 * A table in the letters of `bytes`, with the same mark in front and the same line `sep=`. A table that gets its first letters
 * beyond ASCII gets the mark of UTF-8, too: a spreadsheet would take them for others without it.
 * @returns `null` if these letters do not have all its characters, or `bytes` has broken ones
 */
export function writeTableText(bytes: Buffer, table: string): Buffer | null {
  const letters = lettersOf(bytes)
  if (letters === null) return null
  const mark = MARKS_IN_FRONT.find((one) => startsWith(bytes, one)) ?? []
  const write = (text: string, front: readonly number[] = mark): Buffer =>
    Buffer.concat([Buffer.from(front), letters.write(text)])
  const before = letters.read(bytes)
  const [line] = SEP_LINE.exec(before) ?? ['']
  const isFirst = letters === UTF8 && isAscii(before) && !isAscii(table)
  const written = write(line + table, isFirst ? UTF8_MARK : mark)
  return write(before).equals(bytes) && letters.read(written) === line + table ? written : null
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Of zip files, as .xlsx and .ods are, and of .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** How much of a file tells what it is. */
const LOOKED_AT = 65_536

function kindOf(text: string): TableTextProblem | null {
  if (text.includes('\0')) return 'not_text'
  const start = text.slice(0, LOOKED_AT).trimStart()
  if (/^(?:<!doctype html|<html|<head|<meta|<style|<body|<table|mime-version:)/i.test(start))
    return 'web_page'
  if (/^<\?xml/i.test(start)) {
    if (/<html/i.test(start)) return 'web_page'
    return /<(?:\w+:)?workbook/i.test(start) ? 'workbook' : 'not_text'
  }
  return /^(?:<rss|<feed|%PDF-|\{\\rtf|\{\s*"|\[\s*\{)/i.test(start) ? 'not_text' : null
}

/** A first line that tells Excel the mark; Excel writes it back with empty cells behind it. */
const SEP_LINE = /^"?sep=(.)"?[,;|\t]*(?:\r\n|\n|\r)/i

/** Records that tell the mark between the columns. */
const RECORDS = 20

/** The mark that most records have equally often, outside of quotes. */
function separatorOf(text: string): string {
  let [best, bestRecords, bestCount] = [',', 0, 0]
  const records = countMarks(text.slice(0, LOOKED_AT))
  for (const mark of SEPARATORS) {
    const counts = records.map((record) => record.get(mark) ?? 0).filter((count) => count > 0)
    for (const count of new Set(counts)) {
      const same = counts.filter((other) => other === count).length
      if (same < bestRecords || (same === bestRecords && count <= bestCount)) continue
      ;[best, bestRecords, bestCount] = [mark, same, count]
    }
  }
  return best
}

const isMark = (char: string | undefined): boolean => SEPARATORS.some((mark) => mark === char)
const isEdge = (char: string | undefined): boolean =>
  char === undefined || /[\r\n]/.test(char) || isMark(char)

/** How often each mark is in each of the first records. A quote counts as one only at the edge of a cell. */
function countMarks(text: string): ReadonlyMap<string, number>[] {
  const records = [new Map<string, number>()]
  let quoted = false
  for (let at = 0; at < text.length && records.length <= RECORDS; at += 1) {
    const char = text.charAt(at)
    if (quoted) {
      if (char !== '"') continue
      if (text[at + 1] === '"') at += 1
      else quoted = !isEdge(text[at + 1])
    } else if (char === '"') quoted = isEdge(text[at - 1])
    else if (char === '\n' || char === '\r') records.push(new Map())
    else if (isMark(char)) records.at(-1)?.set(char, (records.at(-1)?.get(char) ?? 0) + 1)
  }
  return records
}

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const MARKS_IN_FRONT = [UTF8_MARK, [0xff, 0xfe], [0xfe, 0xff]] as const

const startsWith = (bytes: Buffer, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/** How characters are written as bytes; reading leaves out the mark in front. */
type Letters = {
  read: (bytes: Buffer) => string
  /** What they do not have becomes something else. */
  write: (text: string) => Buffer
}

const UTF8: Letters = { read: (bytes) => new TextDecoder().decode(bytes), write: (text) => Buffer.from(text) }
const WIDE: Readonly<Record<'utf-16le' | 'utf-16be', Letters>> = {
  'utf-16le': {
    read: (bytes) => new TextDecoder('utf-16le').decode(bytes),
    write: (text) => Buffer.from(text, 'utf16le'),
  },
  'utf-16be': {
    read: (bytes) => new TextDecoder('utf-16be').decode(bytes),
    write: (text) => Buffer.from(text, 'utf16le').swap16(),
  },
}

function lettersOf(bytes: Buffer): Letters | null {
  const wide = wideOf(bytes)
  if (wide !== null) return WIDE[wide]
  // What says that it is UTF-8 is, with a character broken somewhere.
  if (startsWith(bytes, UTF8_MARK)) return UTF8
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return UTF8
  } catch {
    return codePageOf(bytes)
  }
}

/** Excel's "Unicode text" is UTF-16; without its mark it shows by the zeros between Latin letters. */
function wideOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 512)
  const zeros = (odd: number): number => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  // Nine tenths of one half and none of the other: a picture or a program does not look like that.
  const most = Math.floor(start.length / 2) * 0.9
  if (start.length >= 8 && zeros(1) > most && zeros(0) === 0) return 'utf-16le'
  return start.length >= 8 && zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : null
}

/** Above ASCII, in the order of their bytes. No decoder of the platform knows it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const windows = codePage((bytes) => new TextDecoder('windows-1252').decode(bytes))
const macintosh = codePage((bytes) => new TextDecoder('macintosh').decode(bytes))
const dos = codePage((bytes) =>
  bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, (char) => CP850.charAt(char.charCodeAt(0) - 0x80)),
)

/** A byte for each character. */
function codePage(read: Letters['read']): Letters {
  const write = (text: string): Buffer => {
    const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [read(Buffer.from([byte])), byte]))
    return Buffer.from(Array.from(text, (char) => bytes.get(char) ?? 0))
  }
  return { read, write }
}

/** Lines that tell the code page. */
const LINES = 2_000

/** In the code page in which the words look most like those of western Europe; `null` if they do in none. */
function codePageOf(bytes: Buffer): Letters | null {
  const latin = bytes.toString('latin1')
  const lines: string[] = []
  for (const [line] of latin.matchAll(/[^\r\n]+/g))
    if (/[\u0080-\u00ff]/.test(line) && lines.push(line) === LINES) break
  const sample = Buffer.from(lines.join('\n'), 'latin1')
  // Among equals the first: of the three, only a Mac ends lines in CR.
  const pages = /\r(?!\n)/.test(latin) ? [macintosh, windows, dos] : [windows, dos, macintosh]
  const scores = pages.map((page) => scoreOf(page.read(sample)))
  const best = Math.max(...scores)
  return best < 0 ? null : (pages[scores.indexOf(best)] ?? null)
}

const LOWER = 'äöüßàâæçèéêëîïôœùûÿñáíóúìòåøãõšž'
const UPPER = 'ÄÖÜÀÂÆÇÈÉÊËÎÏÔŒÙÛÑÁÍÓÚÅØŠŽ'
const MARKS = '€£¥°§©®™«»„“”‘’‚–—…·•¡¿½¼¾ªº²³±×\u00a0\u00ad'

/** Letters count twice as much as marks, and what no such word has counts against. */
function scoreOf(text: string): number {
  let score = 0
  for (const { 0: char, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)]
    score += isLikely(char, before, after) ? (LOWER.includes(char) || UPPER.includes(char) ? 2 : 1) : -2
    // Cyrillic read as Windows-1252 is all letters with accents.
    if (/^(?=.*\p{L})[^\0-\x7f]{3}$/u.test(text.slice(index - 1, index + 2))) score -= 4
  }
  return score
}

const isLetter = (char: string): boolean => /^\p{L}$/u.test(char)

function isLikely(char: string, before: string, after: string): boolean {
  if (LOWER.includes(char)) return true
  if (UPPER.includes(char)) return !/^\p{Ll}$/u.test(before) && (isLetter(before) || isLetter(after))
  return MARKS.includes(char) && (char === '’' || !(isLetter(before) && isLetter(after)))
}
