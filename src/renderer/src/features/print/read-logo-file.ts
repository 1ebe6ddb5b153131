import { MOST_LOGO_BYTES } from '../../../../shared/domain/station/logo'

/** A file that nobody needs to send because it is refused anyway. */
const NO_PICTURE = ''

/** The file in base64. One that is too large, or that the browser cannot draw, comes back empty, which main refuses. */
export async function readLogoFile(file: File): Promise<string> {
  if (file.size > MOST_LOGO_BYTES) return NO_PICTURE
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    const bytes = new Uint8Array(await file.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  } catch {
    return NO_PICTURE
  }
}
