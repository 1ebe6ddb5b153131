import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openInstructionFolder } from '../../../../../src/main/areas/instructions/instruction-folder'
import { createManualClock } from '../../../../support/clock'
import { LOGO_PNG } from '../../../../support/logo'
import { tempDir } from '../../../../support/temp-dir'

const ITEM = { itemNumber: 'M1', externalId: 'A/1', mpn: null, quality: null }
const TABLE = 'sku,text,picture,confirm\nA/1,"Ribbon, red\nand a card",Ribbon.PNG,yes\n'

function aFolder(files: Readonly<Record<string, string | Buffer>> = {}) {
  const dataDir = tempDir()
  const dir = join(dataDir, 'instructions')
  mkdirSync(join(dir, 'items'), { recursive: true })
  const write = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content)
  for (const [name, content] of Object.entries(files)) write(name, content)
  const clock = createManualClock()
  return { dir, write, clock, folder: openInstructionFolder(dataDir, clock) }
}

/** While `fails` is set, the system does not open the table, as under a virus scanner on Windows. */
function watchOpen(): { fails: boolean } {
  const fs = process.getBuiltinModule('node:fs')
  const { openSync } = fs
  const disk = { fails: false }
  fs.openSync = (path, ...rest) => {
    // Not while the test itself writes it.
    if (disk.fails && String(path).endsWith('instructions.csv') && typeof rest[0] === 'number')
      throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    return openSync(path, ...rest)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.openSync = openSync
    syncBuiltinESMExports()
  })
  return disk
}

test('without a folder there is nothing to say', () => {
  const folder = openInstructionFolder(tempDir(), createManualClock())
  expect(folder.guideOf(ITEM)).toEqual({ instructions: [], picture: null })
  expect(folder.read()).toMatchObject({ table: 'none', instructions: 0, itemPictures: 0, problems: [] })
})

test('items are found by their codes, their pictures by their names in any capitals', () => {
  const { folder } = aFolder({
    'instructions.csv': TABLE,
    'ribbon.png': LOGO_PNG,
    'items/a%2F1.PNG': LOGO_PNG,
    'items/readme.txt': 'no picture',
  })
  expect(folder.guideOf(ITEM)).toEqual({
    instructions: [{ text: 'Ribbon, red\nand a card', picture: 'ribbon.png', confirm: true }],
    picture: 'items/a%2F1.PNG',
  })
  expect(folder.read()).toMatchObject({ table: 'read', instructions: 1, itemPictures: 1, problems: [] })
  const uri = `data:image/png;base64,${LOGO_PNG.toString('base64')}`
  expect(folder.readPicture('ribbon.png')).toBe(uri)
  expect(folder.readPicture('items/a%2F1.PNG')).toBe(uri)
})

test('tables of other spreadsheets are read: semicolons, a byte order mark, Windows characters', () => {
  const { folder, write } = aFolder({
    'instructions.csv': '\uFEFFsku;text\r\nA/1;Schön einpacken, bitte\r\n',
  })
  expect(folder.guideOf(ITEM).instructions[0]?.text).toBe('Schön einpacken, bitte')
  write('instructions.csv', Buffer.from('sku;text\nA/1;Schön, 5" hoch\n', 'latin1'))
  folder.read()
  expect(folder.guideOf(ITEM).instructions[0]?.text).toBe('Schön, 5" hoch')
})

test('codes and the names of pictures count as they look, as a Mac or a web page writes them too', () => {
  const table = '\uFEFFsku\ttext\tpicture\r\nCaf\u00e9\u20111\tWrap\tt\u00fcll.png\r\n'
  const { folder } = aFolder({
    'instructions.csv': Buffer.from(table, 'utf16le'),
    'Tu\u0308ll.png': LOGO_PNG,
    'items/Cafe\u0301-1.png': LOGO_PNG,
  })
  expect(folder.guideOf({ ...ITEM, externalId: 'Café-1' })).toMatchObject({
    instructions: [{ text: 'Wrap', picture: 'Tu\u0308ll.png' }],
    picture: 'items/Cafe\u0301-1.png',
  })
})

test.each([
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4])],
  ['a web page', Buffer.from('<html><table>')],
])('%s with the name of a table is told apart from a broken one', (_name, content) => {
  expect(aFolder({ 'instructions.csv': content }).folder.read()).toMatchObject({ table: 'not_csv' })
})

test('a changed table holds within seconds, and is not read before it changed', () => {
  const { folder, write, clock, dir } = aFolder({ 'instructions.csv': TABLE })
  write('instructions.csv', 'sku,text\nA/1,Box\n')
  expect(folder.guideOf(ITEM).instructions[0]?.text).toContain('Ribbon')
  clock.advance(10_000)
  expect(folder.guideOf(ITEM).instructions[0]?.text).toBe('Box')
  // One of the same length and time is not noticed, but read on request.
  const then = new Date('2026-11-01T00:00:00Z')
  utimesSync(join(dir, 'instructions.csv'), then, then)
  folder.read()
  write('instructions.csv', 'sku,text\nA/1,Bag\n')
  utimesSync(join(dir, 'instructions.csv'), then, then)
  clock.advance(10_000)
  expect(folder.guideOf(ITEM).instructions[0]?.text).toBe('Box')
  folder.read()
  expect(folder.guideOf(ITEM).instructions[0]?.text).toBe('Bag')
  rmSync(dir, { recursive: true })
  clock.advance(10_000)
  expect(folder.guideOf(ITEM)).toEqual({ instructions: [], picture: null })
})

test('a table that cannot be used says why', () => {
  const { folder, write, dir } = aFolder({ 'instructions.csv': 'item,text\nA/1,Box\n' })
  expect(folder.read()).toMatchObject({ table: 'read', missingColumns: ['sku'], unknownColumns: ['item'] })
  write('instructions.csv', 'sku,text\nA/1,"Box\n')
  expect(folder.read()).toMatchObject({ table: 'broken', instructions: 0, missingColumns: [] })
  write('instructions.csv', `sku,text\n${'x'.repeat(5_000_000)}`)
  expect(folder.read()).toMatchObject({ table: 'too_large', instructions: 0 })
  rmSync(join(dir, 'instructions.csv'))
  mkdirSync(join(dir, 'instructions.csv'))
  expect(folder.read()).toMatchObject({ table: 'not_file', instructions: 0 })
})

test('a table that cannot be opened for a moment holds on, and is read again though it did not change', () => {
  const disk = watchOpen()
  const { folder, clock, write } = aFolder({ 'instructions.csv': TABLE })
  disk.fails = true
  write('instructions.csv', 'sku,text\nA/1,Box\n')
  // At the first look after it has changed, and at the next.
  for (let look = 0; look < 2; look += 1) {
    clock.advance(10_000)
    expect(folder.guideOf(ITEM).instructions).toMatchObject([{ confirm: true }])
    expect(folder.asksAny()).toBe(true)
  }
  expect(folder.list('')).toMatchObject({ refused: 'not_file', seen: null, total: 1 })
  expect(folder.read()).toMatchObject({ table: 'not_file', instructions: 1 })
  disk.fails = false
  clock.advance(10_000)
  expect(folder.guideOf(ITEM).instructions).toMatchObject([{ text: 'Box', confirm: false }])
  expect(folder.list('')).toMatchObject({ refused: null, total: 1 })
})

test('a table that cannot be opened at the start is read as soon as it can be', () => {
  const disk = watchOpen()
  disk.fails = true
  const { folder, clock } = aFolder({ 'instructions.csv': TABLE })
  expect(folder.read()).toMatchObject({ table: 'not_file', instructions: 0 })
  disk.fails = false
  expect(folder.asksAny()).toBe(false)
  clock.advance(10_000)
  expect(folder.asksAny()).toBe(true)
})

test.skipIf(process.platform === 'win32')('a link whose target is away is no missing table', () => {
  const { folder, dir } = aFolder()
  symlinkSync(join(dir, 'away.csv'), join(dir, 'instructions.csv'))
  expect(folder.read()).toMatchObject({ table: 'not_file' })
  const dataDir = tempDir()
  symlinkSync(join(dataDir, 'away'), join(dataDir, 'instructions'))
  expect(openInstructionFolder(dataDir, createManualClock()).read()).toMatchObject({ table: 'not_file' })
})

test('pictures that are not shown are named once each', () => {
  const rows = ['sku,text,picture', 'A,One,gone.png', 'B,Two,gone.png', 'C,Three,large.png', 'D,Four,ok.png']
  const { folder } = aFolder({
    'instructions.csv': rows.join('\n'),
    'large.png': Buffer.concat([LOGO_PNG, Buffer.alloc(1_000_000)]),
    'ok.png': LOGO_PNG,
  })
  expect(folder.read().problems).toEqual([
    { picture: 'gone.png', kind: 'picture_missing' },
    { picture: 'large.png', kind: 'picture_large' },
  ])
  expect(folder.readPicture('large.png')).toBeNull()
})

test('of very many problems the first are named, and the others counted', () => {
  const { folder } = aFolder({ 'instructions.csv': `sku,text\n${'A,\n'.repeat(60)}` })
  const { problems, moreProblems } = folder.read()
  expect(problems).toHaveLength(50)
  expect(moreProblems).toBe(10)
})

test('SECURITY: nothing is read but pictures that the folder lists', () => {
  const { folder, dir, write } = aFolder({ 'fake.png': '<svg onload="alert(1)"/>', 'ok.png': LOGO_PNG })
  writeFileSync(join(dir, '../outside.png'), LOGO_PNG)
  write('note.txt', 'secret')
  folder.read()
  expect(folder.readPicture('ok.png')).not.toBeNull()
  for (const name of ['../outside.png', 'fake.png', 'note.txt', 'items', './ok.png', 'instructions.csv', ''])
    expect(folder.readPicture(name)).toBeNull()
})
