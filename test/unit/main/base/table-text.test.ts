import { describe, expect, it } from 'vitest'
import { readTableText } from '../../../../src/main/base/table-text'

/** In the byte order of UTF-16BE. */
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** Bytes of code pages that Node cannot write, by hand. */
const bytesOf = (text: string, codes: Readonly<Record<string, number>>): Buffer =>
  Buffer.from([...text].map((char) => codes[char] ?? char.charCodeAt(0)))
const MAC = { ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, é: 0x8e, è: 0x8f, ñ: 0x96, Ü: 0x86, É: 0x83, '€': 0xdb }
const DOS = { ä: 0x84, ö: 0x94, ü: 0x81, ß: 0xe1, é: 0x82, è: 0x8a, ñ: 0xa4, Ü: 0x9a, É: 0x90 }
const WINDOWS = { ä: 0xe4, ö: 0xf6, ü: 0xfc, ß: 0xdf, é: 0xe9, è: 0xe8, ñ: 0xf1, Ü: 0xdc, É: 0xc9, '€': 0x80 }

const FILES = {
  German: 'SKU;Größe;Preis für Händler\r\nA-1;süß;Übergröße\r\n',
  French: 'SKU;Désignation\r\nA-1;Été, crème légère, élevé\r\n',
  Spanish: 'SKU;Tamaño\r\nA-1;año\r\n',
}

describe('the text of a table', () => {
  const text = 'SKU\tGröße\r\nA-1\tÜ 36 €\r\n'
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ["UTF-16, Excel's Unicode text", Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 with the bytes the other way around', bigEndian(`\uFEFF${text}`)],
    ['UTF-16 without its mark', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16 without its mark', bigEndian(text)],
  ])('reads %s', (_name, bytes) => {
    expect(readTableText(bytes)).toEqual({ ok: true, text, separator: '\t' })
  })

  const saved = Object.entries(FILES).flatMap(([language, content]) => [
    { language, as: 'Windows-1252', content, codes: WINDOWS },
    { language, as: 'CSV (MS-DOS)', content, codes: DOS },
    { language, as: 'CSV (Macintosh)', content: content.replaceAll('\r\n', '\r'), codes: MAC },
  ])
  it.each(saved)('reads $language words saved as $as', ({ content, codes }) => {
    expect(readTableText(bytesOf(content, codes))).toMatchObject({ ok: true, text: content })
  })

  it.each(['Škoda', 'Miloš', 'Žižka'])('reads %s as Windows saves it', (name) => {
    const content = `SKU;Name\r\nA;${name}\r\n`
    const codes = { Š: 0x8a, š: 0x9a, Ž: 0x8e, ž: 0x9e }
    expect(readTableText(bytesOf(content, codes))).toMatchObject({ text: content })
  })

  it.each([
    ['a euro sign of Windows', bytesOf('SKU;Preis\r\nA;12 €\r\n', WINDOWS)],
    ['a euro sign of a Mac', bytesOf('SKU;Preis\r\nA;12 €\r\n', MAC)],
  ])('reads %s', (_name, bytes) => {
    expect(readTableText(bytes)).toMatchObject({ text: 'SKU;Preis\r\nA;12 €\r\n' })
  })

  it.each(['\uFEFFA', '\uFEFFЖ'])('takes the byte order mark of %o at its word', (content) => {
    const text = content.slice(1)
    expect(readTableText(bigEndian(content))).toMatchObject({ ok: true, text })
    expect(readTableText(Buffer.from(content, 'utf16le'))).toMatchObject({ ok: true, text })
  })

  it('takes no letter for a quotation mark at the end of a word', () => {
    const content = 'SKU;Prix\r\nA;élevé\r\n'
    expect(readTableText(bytesOf(content, DOS))).toMatchObject({ text: content })
  })

  it('takes a single letter for one of a Mac where lines end as they do there', () => {
    const content = 'SKU;Farbe\rA;grün\r'
    expect(readTableText(bytesOf(content, MAC))).toMatchObject({ text: content })
  })

  it('shows a character that is broken in a file with a mark, and says so in one without', () => {
    const bytes = Buffer.from('\uFEFFSKU;Größe\nA;süß\nB\x01;M\n')
    bytes[bytes.indexOf(1)] = 0xff
    expect(readTableText(bytes)).toMatchObject({ text: 'SKU;Größe\nA;süß\nB\ufffd;M\n' })
    expect(readTableText(bytes.subarray(3))).toEqual({ ok: false, problem: 'encoding_unknown' })
  })

  it('takes a row of dashes for what it is', () => {
    const content = 'SKU;Price\r\n\x97\x97\x97\x97\x97\r\n'
    expect(readTableText(Buffer.from(content, 'latin1'))).toMatchObject({ text: 'SKU;Price\r\n—————\r\n' })
  })

  it('says so when the characters are of another part of the world', () => {
    const cyrillic = Buffer.from([...'SKU;'].map((char) => char.charCodeAt(0)))
    const coat = Buffer.from([0xcf, 0xe0, 0xeb, 0xfc, 0xf2, 0xee])
    const unknown = { ok: false, problem: 'encoding_unknown' }
    expect(readTableText(Buffer.concat([cyrillic, coat]))).toEqual(unknown)
    expect(readTableText(Buffer.from('SKU;Nazwa\r\nA;Ma\xb3e bia\xb3e\r\n', 'latin1'))).toEqual(unknown)
  })
})

describe('what is no table', () => {
  it.each([
    ['a web page saved as .xls', '\uFEFF\r\n<html xmlns:x="urn:excel"><table><tr><td>SKU', 'web_page'],
    ['a table out of a web page', '<table border=1><tr><td>SKU</td></tr></table>', 'web_page'],
    ['a page that begins with its styles', '<style>td{}</style><table>', 'web_page'],
    ['a web page in one file', 'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n', 'web_page'],
    ['XHTML', '<?xml version="1.0"?>\n<html><table>', 'web_page'],
    ['an XML spreadsheet', '<?xml version="1.0"?>\n<?mso-application?>\n<Workbook>', 'workbook'],
    ['a feed', '<?xml version="1.0"?>\n<rss><channel><item>', 'not_text'],
    ['JSON', '[{"sku":"A-1"}]', 'not_text'],
    ['a PDF', '%PDF-1.7\n', 'not_text'],
  ])('tells %s', (_name, content, problem) => {
    expect(readTableText(Buffer.from(content))).toEqual({ ok: false, problem })
  })

  it.each([
    ['.xlsx', [0x50, 0x4b, 3, 4, 20, 0], 'workbook'],
    ['.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], 'workbook'],
    ['a picture', [0x89, 0x50, 0, 0, 0, 0], 'not_text'],
  ])('tells %s', (_name, bytes, problem) => {
    expect(readTableText(Buffer.from(bytes))).toEqual({ ok: false, problem })
  })

  it('takes a heading in angle brackets for a heading', () => {
    expect(readTableText(Buffer.from('<SKU>;<Price>\nA;1\n'))).toMatchObject({ ok: true, separator: ';' })
  })
})

describe('the mark between columns', () => {
  it.each([
    ['SKU,Price\nA,1.50\n', ','],
    ['SKU;Price\nA;1,50\nB;2,50\n', ';'],
    ['SKU\tPrice\nA\t1,50\n', '\t'],
    ['SKU|Price\nA|1.50\n', '|'],
    ['SKU;"Price, net"\nA;1,50\n', ';'],
    ['SKU;Preis, netto\nA;1,50\nB;7\n', ';'],
    ['SKU;Preis, netto\nA;1,50\n', ';'],
    ['SKU,Note\nA,x;y\nB,z;w\n', ','],
    ['x,y,z;5"\nSKU;b\n1;2\n3;4\n', ';'],
    ['"SKU"";a;b",Note\n"1"";a;b",x\n', ','],
    ['Price list, November\n\nSKU;Price\nA;1,50\nB;2\n', ';'],
    ['SKU;Monitor 24";Price\nA;a, b, c;1\nB;d;2\n', ';'],
    ['SKU,"a;b\n;;;"\nA,"say ""hi"";"\n', ','],
    ['SKU\nA\n', ','],
  ])('of %o is %o', (text, separator) => {
    expect(readTableText(Buffer.from(text))).toEqual({ ok: true, text, separator })
  })

  it.each([
    ['sep=;\r\nSKU;a,b,c\r\n', ';', 'SKU;a,b,c\r\n'],
    ['"sep=,"\nSKU,a;b;c\n', ',', 'SKU,a;b;c\n'],
    ['sep=\t\nSKU\tPrice\n', '\t', 'SKU\tPrice\n'],
    ['SEP=|\rSKU|Price\r', '|', 'SKU|Price\r'],
    ['sep=;;;\nSKU;Price;RRP\n', ';', 'SKU;Price;RRP\n'],
  ])('is the one that the first line of %o names', (text, separator, rest) => {
    expect(readTableText(Buffer.from(text))).toEqual({ ok: true, text: rest, separator })
  })
})
