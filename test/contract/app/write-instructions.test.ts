import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../../support/composed'
import { LOGO_PNG } from '../../support/logo'
import { tempDir } from '../../support/temp-dir'

/** Packing instructions written at the station, in the folder that IT fills. */

const HEAD = 'Owner;sku;condition;text;picture;confirm\r\n'
const PICTURE = { name: 'a.png', content: LOGO_PNG.toString('base64') }
const BOX = { condition: null, text: 'Use a box', picture: null, confirm: false }

async function withItem(table?: string) {
  const [market, dataDir] = [await openMarket(), tempDir()]
  const dir = join(dataDir, 'instructions')
  const path = join(dir, 'instructions.csv')
  if (table !== undefined) {
    mkdirSync(dir)
    writeFileSync(path, table)
  }
  const station = await compose(dataDir, market.live)
  const { ask } = station
  await imported(ask)
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const orderId = rows.find(({ lines }) => lines > 1)?.orderId ?? 0
  const goods = async () =>
    (await ask('packing:open', { orderId })).lines.find(({ isShippingFee }) => !isShippingFee)
  const line = await goods()
  if (line?.itemNumber == null || line.externalId === null) throw new Error('no item')
  const { itemNumber, externalId: sku } = line
  const seen = async () => (await ask('instructions:list', { search: '' })).seen
  const lastEntry = async () => (await ask('evidence:list', { offset: 0, limit: 1 })).rows[0]
  const csv = () => readFileSync(path, 'utf8')
  return { ...station, dir, path, csv, goods, itemNumber, sku, seen, lastEntry }
}

it('creates the table with the first instruction, and an order shows it when it is opened again', async () => {
  const { ask, csv, goods, itemNumber, sku, lastEntry, path } = await withItem()
  await ask('items:read', { itemNumber })
  expect(await ask('instructions:of-item', { itemNumber })).toMatchObject({
    ...{ seen: null, refused: null, rows: [], pictures: [] },
    item: { itemNumber, externalId: sku },
  })
  const instruction = { ...BOX, sku, text: ' Use a box\nand "paper" ', confirm: true }
  await ask('instructions:write', { seen: null, row: null, instruction, upload: null })
  const text = 'Use a box\nand "paper"'
  expect(csv()).toBe(
    `\uFEFFsku,condition,text,picture,confirm\r\n${sku},,"Use a box\nand ""paper""",,yes\r\n`,
  )
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect((await goods())?.instructions).toEqual([{ text, picture: null, confirm: true }])
  expect((await ask('instructions:of-item', { itemNumber })).rows).toEqual([
    { ...BOX, sku, text, confirm: true, row: 2, by: 'sku' },
  ])
  expect(await lastEntry()).toMatchObject({
    kind: 'instruction_written',
    payload: { item: sku, to: text, confirm: true },
  })
})

it('changes and removes one row, and the evidence has the text before and after', async () => {
  const { ask, csv, sku, seen, lastEntry, path } = await withItem()
  const others = ['Ann;other;;"Silk; paper";;\r\n', 'Bob;OTHER;Fair;Show the flaw;gone.png;ja\r\n']
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${HEAD}${others[0]}Cy;${sku};;Old text;;\r\n${others[1]}`)
  await ask('instructions:read', nothing)
  const instruction = { ...BOX, sku, confirm: true }
  await ask('instructions:write', { seen: await seen(), row: 3, instruction, upload: null })
  expect(csv()).toBe(`${HEAD}${others[0]}Cy;${sku};;Use a box;;ja\r\n${others[1]}`)
  expect((await lastEntry())?.payload).toMatchObject({
    ...{ from: 'Old text', to: 'Use a box', item: sku, confirm: true, fromConfirm: false },
  })
  await ask('instructions:remove', { seen: await seen(), row: 3 })
  expect(csv()).toBe(HEAD + others.join(''))
  expect(await lastEntry()).toMatchObject({
    kind: 'instruction_removed',
    payload: { from: 'Use a box', item: sku, fromConfirm: true },
  })
})

it('writes nothing over a change that nobody here has seen', async () => {
  const { ask, refusal, csv, seen, path, lastEntry } = await withItem('sku,text\nA,Wrap\n')
  const before = await seen()
  writeFileSync(path, 'sku,text\nA,Wraq\n')
  const request = { seen: before, row: 2, instruction: { ...BOX, sku: 'A' }, upload: null }
  expect(await refusal('instructions:write', request)).toMatchObject({
    ...{ code: 'instruction_refused', fields: { file: 'changed' } },
  })
  expect(await refusal('instructions:remove', { seen: before, row: 2 })).toMatchObject({
    fields: { file: 'changed' },
  })
  expect(csv()).toBe('sku,text\nA,Wraq\n')
  expect((await lastEntry())?.payload).toMatchObject({ refused: 'instruction_refused' })
  // The next look shows the file as it is.
  expect(await seen()).not.toBe(before)
  await ask('instructions:write', { ...request, seen: await seen() })
  expect(csv()).toBe('sku,text\nA,Use a box\n')
})

it.each([
  ['no_columns', 'item,text\nA,Wrap\n'],
  ['broken', 'sku,text\nA,"Wrap\n'],
  ['not_csv', '%PDF-1.7'],
])('says why it does not change a table: %s', async (file, table) => {
  const { ask, refusal, csv, seen } = await withItem(table)
  expect(await ask('instructions:list', { search: '' })).toMatchObject({ refused: file, rows: [] })
  const request = { seen: await seen(), row: null, instruction: { ...BOX, sku: 'A' }, upload: null }
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file } })
  expect(csv()).toBe(table)
})

it('copies a picture into the folder under a name that is safe and free', async () => {
  const { ask, refusal, dir, csv, sku, seen } = await withItem('sku,text,picture\n')
  const other = Buffer.concat([LOGO_PNG, Buffer.from('x')])
  const upload = { name: '..\\..\\Gift: red?.JPG', content: LOGO_PNG.toString('base64') }
  const write = async (picture: Partial<typeof upload>) =>
    ask('instructions:write', {
      ...{ seen: await seen(), row: null, instruction: { ...BOX, sku } },
      upload: { ...upload, ...picture },
    })
  expect((await write({})).picture).toBe('Gift- red-.png')
  expect(readFileSync(join(dir, 'Gift- red-.png'))).toEqual(LOGO_PNG)
  // The same picture is kept once, another of the same name gets a number.
  expect((await write({})).picture).toBe('Gift- red-.png')
  expect((await write({ content: other.toString('base64') })).picture).toBe('Gift- red--2.png')
  expect((await write({ name: 'con.png' })).picture).toBe('picture-con.png')
  const [table, files] = [csv(), readdirSync(dir)]
  expect(table).toContain(`${sku},Use a box,Gift- red--2.png\n`)
  const bad = { ...upload, content: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }
  const request = { seen: await seen(), row: null, instruction: { ...BOX, sku }, upload: bad }
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'picture' } })
  expect(await refusal('instructions:write', { ...request, seen: null, upload })).toMatchObject({
    fields: { file: 'changed' },
  })
  expect([csv(), readdirSync(dir)]).toEqual([table, files])
})

it('finds instructions by their code, their condition and their text', async () => {
  const rows = ['BAG-1,,Rötes Band', ',fair,Show the flaw', ...Array.from({ length: 101 }, () => 'X,,Box')]
  const { ask } = await withItem(`sku,condition,text\n${rows.join('\n')}\n`)
  const found = async (search: string) => {
    const { rows: list, fitting } = await ask('instructions:list', { search })
    return [fitting, list.length, list[0]?.row]
  }
  expect(await found('bag')).toEqual([1, 1, 2])
  expect(await found('FAIR')).toEqual([1, 1, 3])
  expect(await found(' rotes ')).toEqual([1, 1, 2])
  expect(await found('box')).toEqual([101, 100, 4])
  expect(await found('nothing')).toEqual([0, 0, undefined])
})

it.skipIf(process.platform === 'win32')('changes the file that a link leads to', async () => {
  const { ask, sku, path, dir, seen } = await withItem()
  const real = join(tempDir(), 'shared.csv')
  writeFileSync(real, 'sku,text\n')
  mkdirSync(dir)
  symlinkSync(real, path)
  await ask('instructions:read', nothing)
  await ask('instructions:write', {
    ...{ seen: await seen(), row: null, instruction: { ...BOX, sku }, upload: null },
  })
  expect(readFileSync(real, 'utf8')).toBe(`sku,text\n${sku},Use a box\n`)
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
})

it.skipIf(process.platform === 'win32')('leaves a link alone whose target is away', async () => {
  const { ask, refusal, path, dir } = await withItem()
  mkdirSync(dir)
  symlinkSync(join(tempDir(), 'away.csv'), path)
  await ask('instructions:read', nothing)
  expect(await ask('instructions:list', { search: '' })).toMatchObject({ refused: 'not_file', seen: null })
  const request = { seen: null, row: null, instruction: { ...BOX, sku: 'A' }, upload: null }
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'not_file' } })
  expect([lstatSync(path).isSymbolicLink(), readdirSync(dir)]).toEqual([true, ['instructions.csv']])
})

it.skipIf(process.platform === 'win32')(
  'keeps the rights of the table, and gives them to a picture',
  async () => {
    const { ask, path, dir, seen } = await withItem('sku,text,picture\n')
    chmodSync(path, 0o664)
    await ask('instructions:write', {
      ...{ seen: await seen(), row: null, instruction: { ...BOX, sku: 'A' } },
      upload: PICTURE,
    })
    expect([path, join(dir, 'a.png')].map((file) => statSync(file).mode & 0o777)).toEqual([0o664, 0o664])
  },
)

/** What happens before a file is replaced, or asked for its rights. */
function onDisk(happens: { replace?: (file: string) => unknown; access?: (file: string) => unknown }): void {
  const fs = process.getBuiltinModule('node:fs')
  const { renameSync, accessSync } = fs
  fs.renameSync = (from, to) => {
    happens.replace?.(String(to))
    renameSync(from, to)
  }
  fs.accessSync = (file, mode) => {
    happens.access?.(String(file))
    accessSync(file, mode)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { renameSync, accessSync })
    syncBuiltinESMExports()
  })
}

/** What the system says of the table instead. */
const refuses = (code: string) => (file: string) => {
  if (file.endsWith('.csv')) throw Object.assign(new Error(code), { code })
}

it.each([
  ['is read-only', { access: refuses('EACCES') }],
  ['is open in a spreadsheet that locks it', { replace: refuses('EPERM') }],
])('writes neither the table nor the picture if the table %s', async (_name, happens) => {
  const { refusal, csv, dir, seen } = await withItem('sku,text,picture\nA,Wrap,\n')
  const instruction = { ...BOX, sku: 'A' }
  const request = { seen: await seen(), row: 2, instruction, upload: PICTURE }
  onDisk(happens)
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'locked' } })
  expect([csv(), readdirSync(dir)]).toEqual(['sku,text,picture\nA,Wrap,\n', ['instructions.csv']])
})

it('writes nothing over a table that is saved while the picture is written', async () => {
  const { refusal, csv, dir, path, seen } = await withItem('sku,text,picture\nA,Wrap,\n')
  const instruction = { ...BOX, sku: 'A' }
  const request = { seen: await seen(), row: 2, instruction, upload: PICTURE }
  const saved = 'sku,text,picture\nA,Saved,\n'
  onDisk({ replace: (file) => file.endsWith('.png') && writeFileSync(path, saved) })
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'changed' } })
  expect([csv(), readdirSync(dir)]).toEqual([saved, ['instructions.csv']])
})

it.each(['.~lock.instructions.csv#', '~$instructions.csv'])(
  'writes nothing while %s of a spreadsheet is beside the table',
  async (sign) => {
    const { ask, refusal, csv, dir, seen } = await withItem('sku,text\nA,Wrap\n')
    writeFileSync(join(dir, sign), '')
    const request = { seen: await seen(), row: 2, instruction: { ...BOX, sku: 'A' }, upload: null }
    expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'locked' } })
    expect(csv()).toBe('sku,text\nA,Wrap\n')
    rmSync(join(dir, sign))
    await ask('instructions:write', request)
    expect(csv()).toBe('sku,text\nA,Use a box\n')
  },
)

it('leaves the table as it is if it cannot be replaced', async () => {
  const { ask, refusal, csv, path, seen } = await withItem('sku,text\nA,Wrap\n')
  // Where the new content would be written first.
  mkdirSync(join(`${path}.new`, 'busy'), { recursive: true })
  const request = { seen: await seen(), row: 2, instruction: { ...BOX, sku: 'A' }, upload: null }
  expect(await refusal('instructions:write', request)).toMatchObject({ fields: { file: 'locked' } })
  expect(csv()).toBe('sku,text\nA,Wrap\n')
  expect((await ask('instructions:list', { search: '' })).rows).toMatchObject([{ text: 'Wrap' }])
})

it('refuses an instruction for no item, without a text, or with one that is too long', async () => {
  const { refusal } = await withItem()
  for (const over of [{ sku: null }, { text: ' \u200B ' }, { text: 'x'.repeat(501) }]) {
    const instruction = { ...BOX, sku: 'A', ...over }
    expect(
      await refusal('instructions:write', { seen: null, row: null, instruction, upload: null }),
    ).toMatchObject({ code: 'invalid_request' })
  }
})
