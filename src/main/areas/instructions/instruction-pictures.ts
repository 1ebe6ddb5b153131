import { readdirSync } from 'node:fs'
import { extname, join, parse } from 'node:path'
import { MOST_PICTURE_BYTES } from '../../../shared/domain/orders/instruction'
import { measurePicture, type Measured, type PictureType } from '../../base/picture'
import { readPlainFileIfAny } from '../../base/plain-file'
import { refusal } from './instruction-table'

/** Pictures in the folder of instructions. */

const MOST_PIXELS = 4_000
const LONGEST_STEM = 80

export function picturesIn(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => /^\.(?:png|jpe?g)$/i.test(extname(file)))
  } catch {
    return []
  }
}

/** A Mac writes the letters of file names in two parts. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** A `data:` URL; `null` for what cannot be shown. */
export function pictureUri(path: string): string | null {
  const bytes = readPlainFileIfAny(path, MOST_PICTURE_BYTES)
  const measured = bytes === null ? null : acceptable(bytes)
  if (bytes === null || measured === null) return null
  return `data:image/${measured.type};base64,${bytes.toString('base64')}`
}

/** SECURITY: judged by content, as the logo is. */
function acceptable(bytes: Buffer): Measured | null {
  const measured = measurePicture(bytes)
  if (measured === null || bytes.length > MOST_PICTURE_BYTES) return null
  return measured.width > MOST_PIXELS || measured.height > MOST_PIXELS ? null : measured
}

const ENDINGS: Readonly<Record<PictureType, string>> = { png: '.png', jpeg: '.jpg' }

export type NewPicture = { name: string; bytes: Buffer; isThere: boolean }

/**
 * The name under which a picture is kept: its own, with a number if another picture has it already.
 * @throws StationError `instruction_refused`
 */
export function newPicture(dir: string, upload: { name: string; content: string }): NewPicture {
  const bytes = Buffer.from(upload.content, 'base64')
  const measured = acceptable(bytes)
  if (measured === null) throw refusal('picture')
  const ending = ENDINGS[measured.type]
  const files = new Map(picturesIn(dir).map((file) => [nameKey(file), file]))
  const stem = safeStem(upload.name)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem + ending : `${stem}-${number}${ending}`
    const file = files.get(nameKey(name))
    if (file === undefined) return { name, bytes, isThere: false }
    const present = readPlainFileIfAny(join(dir, file), MOST_PICTURE_BYTES)
    if (present?.equals(bytes) === true) return { name: file, bytes, isThere: true }
  }
}

/** SECURITY: a name of a file and nothing else, on every system to which the folder may be copied. */
function safeStem(name: string): string {
  const stem = parse(name.split(/[/\\]/).at(-1) ?? '')
    .name.normalize('NFC')
    .replace(/[^\p{L}\p{N} _()-]+/gu, '-')
    .replace(/^[\s-]+/, '')
    .slice(0, LONGEST_STEM)
    .trim()
  return stem === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `picture-${stem}` : stem
}
