import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLabelFolder } from '../../../../../src/main/areas/labels/label-folder'
import { createManualClock } from '../../../../support/clock'
import { LOGO_PNG } from '../../../../support/logo'
import { tempDir } from '../../../../support/temp-dir'

const PDF = '%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n'
const ZPL = '^XA^FDRef: 100001^FS^XZ'
const TABLE = 'order,carrier,tracking_number\n100001,UPS,1Z999AA10123456784\nx,UPS,1Z1\n'
const LOOK_MS = 2_000

function aFolder(files: Readonly<Record<string, string | Buffer>> = {}) {
  // Files are written while the clock stands still, so that they look new.
  const [dir, clock] = [join(tempDir(), 'labels'), createManualClock(Date.now())]
  mkdirSync(dir)
  let path = dir
  const write = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content)
  for (const [name, content] of Object.entries(files)) write(name, content)
  const folder = openLabelFolder(() => path, clock)
  /** The next look, after the one before. */
  const look = () => {
    clock.advance(LOOK_MS)
    return folder.read()
  }
  return { dir, clock, write, folder, look, move: (to: string) => (path = to) }
}

const names = ({ labels }: { labels: readonly { name: string }[] }) => labels.map(({ name }) => name)

describe('the label folder', () => {
  it('is off without a path', async () => {
    const { folder, move } = aFolder({ '100001.pdf': PDF })
    move('')
    expect(await folder.read()).toMatchObject({ state: 'off', labels: [], troubles: [] })
  })

  it('reads a file once it was the same in two looks', async () => {
    const { folder, look } = aFolder({ '100001.pdf': PDF })
    const waiting = { state: 'read', labels: [], troubles: [{ name: '100001.pdf', why: 'waiting' }] }
    expect(await folder.read()).toMatchObject(waiting)
    expect(await folder.read(), 'no second look at once').toMatchObject(waiting)
    expect(await look()).toMatchObject({ labels: [{ name: '100001.pdf', kind: 'pdf' }], troubles: [] })
  })

  it('never reads half a file, and tells of one that stays half', async () => {
    const { folder, look, write } = aFolder()
    await folder.read()
    for (const part of [10, 20, 25]) {
      write('100001.pdf', PDF.slice(0, part))
      expect(await look()).toMatchObject({ labels: [], troubles: [{ why: 'waiting' }] })
    }
    expect(await look()).toMatchObject({
      labels: [],
      troubles: [{ name: '100001.pdf', why: 'half_written' }],
    })
    write('100001.pdf', PDF)
    await look()
    expect(await look()).toMatchObject({ labels: [{ name: '100001.pdf' }], troubles: [] })
  })

  it('waits again for a file that was replaced by one of the same size', async () => {
    const { dir, clock, folder, look, write } = aFolder({ 'a.zpl': ZPL })
    await folder.read()
    const first = (await look()).labels[0]
    write('a.zpl', ZPL.replace('100001', '100002'))
    utimesSync(join(dir, 'a.zpl'), clock.wallMs() / 1_000, clock.wallMs() / 1_000)
    expect(await look()).toMatchObject({ labels: [], troubles: [{ why: 'waiting' }] })
    expect((await look()).labels[0]?.sha256).not.toBe(first?.sha256)
  })

  it('reads a whole label that is some time old at first sight, and nothing else', async () => {
    const files = { 'a.pdf': PDF, 'b.zpl': ZPL, 'half.png': LOGO_PNG.subarray(0, 99), 'c.csv': TABLE }
    const { dir, clock, folder } = aFolder(files)
    const old = clock.wallMs() / 1_000 - 11
    for (const name of Object.keys(files)) utimesSync(join(dir, name), old, old)
    const { labels, tables, troubles } = await folder.read()
    expect(labels.map(({ name }) => name)).toEqual(['a.pdf', 'b.zpl'])
    expect(tables).toEqual([])
    expect(troubles).toEqual([
      { name: 'c.csv', why: 'waiting' },
      { name: 'half.png', why: 'waiting' },
    ])
  })

  it('says what each file is, and which are of no use', async () => {
    const { dir, folder, look } = aFolder({
      ...{ 'a.pdf': PDF, 'b.png': LOGO_PNG, 'c.zpl': ZPL, 'copy of c.zpl': ZPL, 'd.csv': TABLE },
      ...{
        'empty.pdf': '',
        'prices.csv': 'sku,price\nA,1\n',
        'half.csv': '"',
        'big.pdf': `${PDF}${' '.repeat(5_000_001)}`,
      },
      ...{ '.hidden.pdf': PDF, '~$a.pdf': PDF, 'a.pdf.part': PDF, 'Thumbs.db': 'x', 'readme.md': '# Labels' },
    })
    mkdirSync(join(dir, 'done'))
    symlinkSync(dir, join(dir, 'linked.pdf'))
    await folder.read()
    const { labels, tables, troubles } = await look()
    expect(labels.map(({ name, kind }) => [name, kind])).toEqual([
      ['a.pdf', 'pdf'],
      ['b.png', 'png'],
      ['c.zpl', 'zpl'],
    ])
    expect(labels[2]?.fields).toEqual([{ text: 'Ref: 100001', isBarcode: false }])
    expect(tables).toEqual([
      {
        name: 'd.csv',
        rows: [{ orderId: 100_001, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }],
        problems: [{ row: 3, kind: 'order_wrong' }],
      },
    ])
    expect(Object.fromEntries(troubles.map(({ name, why }) => [name, why]))).toEqual({
      ...{
        'empty.pdf': 'empty',
        'prices.csv': 'no_label',
        'half.csv': 'broken_table',
        'big.pdf': 'too_large',
      },
      ...{ 'linked.pdf': 'not_a_file', 'readme.md': 'no_label' },
    })
  })

  it.skipIf(process.getuid?.() === 0)('tries a locked file again', async () => {
    const { dir, folder, look } = aFolder({ 'a.pdf': PDF })
    chmodSync(join(dir, 'a.pdf'), 0)
    await folder.read()
    expect(await look()).toMatchObject({ troubles: [{ name: 'a.pdf', why: 'locked' }] })
    chmodSync(join(dir, 'a.pdf'), 0o644)
    expect(names(await look())).toEqual(['a.pdf'])
  })

  it.each([
    ['still has what it saw last while a look takes seconds', 9_999, 'read'],
    ['is away once a look takes longer than any folder does', 10_000, 'away'],
  ])('%s', async (_, tookMs, state) => {
    const { folder, clock, look } = aFolder({ 'a.pdf': PDF })
    await folder.read()
    await look()
    clock.advance(LOOK_MS)
    const slow = folder.read()
    // Before the disk can answer.
    clock.advance(tookMs)
    expect(await slow).toMatchObject({ state, labels: [{ name: 'a.pdf' }] })
  })

  it('says when the folder is away, keeps what it had, and reads on once it is back', async () => {
    const { dir, folder, look, write } = aFolder({ 'a.pdf': PDF })
    await folder.read()
    await look()
    renameSync(dir, `${dir} away`)
    const away = await look()
    expect(away).toMatchObject({ state: 'away', labels: [{ name: 'a.pdf' }] })
    expect(await folder.bytesOf(away.labels[0]!)).toBe(null)
    renameSync(`${dir} away`, dir)
    write('b.zpl', ZPL)
    expect(await look()).toMatchObject({ state: 'read' })
    expect(names(await look())).toEqual(['a.pdf', 'b.zpl'])
    rmSync(join(dir, 'a.pdf'))
    expect(names(await look())).toEqual(['b.zpl'])
  })

  it('starts over in another folder', async () => {
    const { folder, look, move } = aFolder({ 'a.pdf': PDF })
    await folder.read()
    await look()
    move(tempDir())
    expect(await folder.read()).toMatchObject({ state: 'read', labels: [], troubles: [] })
  })

  it('gives the bytes of the file that was matched, and of no other', async () => {
    const { folder, look, write } = aFolder({ 'a.zpl': ZPL })
    await folder.read()
    const [label] = (await look()).labels
    expect((await folder.bytesOf(label!))?.toString()).toBe(ZPL)
    write('a.zpl', ZPL.replace('100001', '100002'))
    expect(await folder.bytesOf(label!)).toBe(null)
  })

  it('looks at the last of too many files, and says how many it leaves out', async () => {
    const many = Array.from({ length: 2_003 }, (_, index) => [`${10_000 + index}.pdf`, PDF])
    const { folder, look } = aFolder(Object.fromEntries(many))
    await folder.read()
    const content = await look()
    expect(content.leftOut).toBe(3)
    expect(names(content), 'all have the same content').toEqual(['10003.pdf'])
  })
})
