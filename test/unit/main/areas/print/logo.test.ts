import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLogoFile } from '../../../../../src/main/areas/print/logo'
import { measurePicture } from '../../../../../src/main/base/picture'
import { LOGO_PNG } from '../../../../support/logo'
import { tempDir } from '../../../../support/temp-dir'

/** Start, a comment, a frame of 2 × 3 pixels, end. */
const JPEG = Buffer.from('ffd8fffe00044142ffc0000b080003000201011100ffd9', 'hex')
const asUri = (type: string, picture: Buffer) => `data:image/${type};base64,${picture.toString('base64')}`

function sized(width: number): Buffer {
  const picture = Buffer.from(LOGO_PNG)
  picture.writeUInt32BE(width, 16)
  return picture
}

test('a picture is known by its content and measured', () => {
  expect(measurePicture(LOGO_PNG)).toEqual({ type: 'png', width: 320, height: 96 })
  expect(measurePicture(JPEG)).toEqual({ type: 'jpeg', width: 2, height: 3 })
})

test('SECURITY: anything but a whole PNG or JPEG of the allowed size is refused and changes nothing', () => {
  const folder = tempDir()
  const logo = openLogoFile(folder)
  const before = logo.save(LOGO_PNG)
  expect(before).toEqual({ logo: asUri('png', LOGO_PNG) })
  const bad = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a'),
    LOGO_PNG.subarray(0, -8),
    LOGO_PNG.subarray(0, 20),
    JPEG.subarray(0, -2),
    JPEG.subarray(0, 10),
    sized(4_001),
    sized(0),
    Buffer.concat([LOGO_PNG, Buffer.alloc(500_000)]),
  ]
  for (const picture of bad)
    expect(() => logo.save(picture)).toThrow(expect.objectContaining({ code: 'logo_refused' }))
  expect(openLogoFile(folder).read()).toEqual(before)
})

test('a new logo replaces the old one of either type, and it can be removed', () => {
  const folder = tempDir()
  const logo = openLogoFile(folder)
  logo.save(LOGO_PNG)
  expect(logo.save(JPEG)).toEqual({ logo: asUri('jpeg', JPEG) })
  expect(existsSync(path.join(folder, 'logo.png'))).toBe(false)
  expect(readFileSync(path.join(folder, 'logo.jpg'))).toEqual(JPEG)
  expect(logo.save(null)).toEqual({ logo: null })
  expect(openLogoFile(folder).read()).toEqual({ logo: null })
})

test('a file copied by hand is checked as well', () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'logo.png'), 'not a picture')
  expect(openLogoFile(folder).read()).toEqual({ logo: null })
  writeFileSync(path.join(folder, 'logo.png'), LOGO_PNG)
  expect(openLogoFile(folder).read()).toEqual({ logo: asUri('png', LOGO_PNG) })
})
