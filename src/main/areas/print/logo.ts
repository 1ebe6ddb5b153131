import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LogoView } from '../../../shared/contract/print'
import { MOST_LOGO_BYTES, MOST_LOGO_PIXELS } from '../../../shared/domain/station/logo'
import { syncDir, writeDurably } from '../../base/durable-file'
import { StationError } from '../../base/station-error'
import { measurePicture, type PictureType } from '../../base/picture'
import { readPlainFileIfAny } from '../../base/plain-file'

/** The logo on packing slips: a picture in the data folder that IT may copy to other stations. */
export type LogoFile = {
  read(): LogoView
  /**
   * Replaces the logo, or removes it.
   * @throws StationError `logo_refused`; nothing is changed then
   */
  save(picture: Buffer | null): LogoView
}

/** Never rename. */
const FILES: Readonly<Record<PictureType, string>> = { png: 'logo.png', jpeg: 'logo.jpg' }
const TYPES = Object.keys(FILES) as readonly PictureType[]

export function openLogoFile(dataDir: string): LogoFile {
  const fileOf = (type: PictureType): string => join(dataDir, FILES[type])
  const read = (): LogoView => {
    for (const type of TYPES) {
      // Without its logo a slip is still a slip.
      const picture = readPlainFileIfAny(fileOf(type), MOST_LOGO_BYTES)
      // A file copied here by hand has passed no check.
      const found = picture === null ? null : acceptable(picture)
      if (picture !== null && found !== null)
        return { logo: `data:image/${found};base64,${picture.toString('base64')}` }
    }
    return { logo: null }
  }
  return {
    read,
    save(picture) {
      const type = picture === null ? null : acceptable(picture)
      if (picture !== null && type === null)
        throw new StationError('logo_refused', 'not a PNG or JPEG of the allowed size')
      if (picture !== null && type !== null) writeDurably(fileOf(type), picture)
      for (const other of TYPES) if (other !== type) rmSync(fileOf(other), { force: true })
      syncDir(dataDir)
      return read()
    },
  }
}

/** SECURITY: judged by content, never by name; SVG can carry script and is not accepted. */
function acceptable(picture: Buffer): PictureType | null {
  if (picture.length > MOST_LOGO_BYTES) return null
  const measured = measurePicture(picture)
  if (measured === null) return null
  const { type, width, height } = measured
  return width <= MOST_LOGO_PIXELS && height <= MOST_LOGO_PIXELS ? type : null
}
