import { expect, test } from 'vitest'
import { drawForScreen, isDrawable, loadBarcodes } from '../../../../src/main/print/barcode'

/** test/e2e/print-documents.e2e.ts checks on paper that readers can read them. */

test('bars are sized in whole printer dots, with a quiet zone on both sides', async () => {
  const draw = await loadBarcodes()
  // Start, seven characters, check and stop: 9 x 11 + 13 modules, and ten on either side.
  expect(draw('PBXSTOP', { dots: 6, heightMm: 16 }).html).toContain(
    `<svg width="${((132 * 6 * 25.4) / 300).toFixed(3)}mm" height="16mm"`,
  )
})

test('on a label the dots are those of a label printer, and a long code is thinner, not cut', async () => {
  const draw = await loadBarcodes('label')
  expect(draw('PBXSTOP', { dots: 4, heightMm: 9 }).html).toContain(`<svg width="${132 * 3 * 0.125}00mm"`)
  const long = draw('1abcdefghijklmnopqrstuvwxyz', { dots: 5, heightMm: 9 }).html
  expect(long).toContain(`<svg width="${(352 * 2 * 0.125).toFixed(3)}mm"`)
})

test('the text below can be typed if the bars are torn, and is not markup', async () => {
  const draw = await loadBarcodes()
  expect(draw('A<B&C', { dots: 4, heightMm: 10 }).html).toContain('<div class="code">A&lt;B&amp;C</div>')
})

test('a text that a scanner would not type back has no barcode', async () => {
  const draw = await loadBarcodes()
  for (const code of ['', 'Größe', 'a\tb', 'x'.repeat(61)]) {
    expect(isDrawable(code)).toBe(false)
    expect(() => draw(code, { dots: 4, heightMm: 10 })).toThrow('no barcode')
  }
  expect(isDrawable('1Z 999-~')).toBe(true)
})

test('on screen it is a document of its own, as wide as its bars', async () => {
  const drawn = await drawForScreen('PBXSTOP')
  expect(drawn?.bars).toBe(132)
  expect(drawn?.svg).toMatch(/^<svg preserveAspectRatio="none" viewBox="0 0 132 \d+" xmlns=/)
  expect(await drawForScreen('Größe')).toBeNull()
})
