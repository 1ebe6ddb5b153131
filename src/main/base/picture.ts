/** Tells a whole PNG or JPEG from anything else by its content. */

export type PictureType = 'png' | 'jpeg'
export type Measured = { type: PictureType; width: number; height: number }

/** `null` for anything but a PNG or JPEG that is there from its first block to its last. */
export function measurePicture(file: Buffer): Measured | null {
  const measured = measurePng(file) ?? measureJpeg(file)
  return measured !== null && measured.width > 0 && measured.height > 0 ? measured : null
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Length, name and checksum of a block. */
const PNG_FRAME = 12

function measurePng(file: Buffer): Measured | null {
  if (!file.subarray(0, PNG_START.length).equals(PNG_START)) return null
  if (nameAt(file, PNG_START.length) !== 'IHDR' || file.length < 24) return null
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  for (let at = PNG_START.length; at + PNG_FRAME <= file.length;) {
    if (nameAt(file, at) === 'IEND') return { type: 'png', ...size }
    at += PNG_FRAME + file.readUInt32BE(at)
  }
  return null
}

function nameAt(file: Buffer, block: number): string {
  return file.toString('latin1', block + 4, block + 8)
}

const JPEG_END = Buffer.from([0xff, 0xd9])
/** The markers that begin with the picture's size: SOF0 to SOF15, without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function measureJpeg(file: Buffer): Measured | null {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8 || file.lastIndexOf(JPEG_END) < 4) return null
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1] ?? 0
    if (isFrame(marker))
      return { type: 'jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return null
}
