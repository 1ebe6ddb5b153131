import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isNoRoom } from '../../base/no-room'

/** Passes a link to the window without showing it to other users of the PC. */

const FOLDER = 'window-link'

export type LinkFile = {
  /** A `file:` address that redirects to the link without containing it. */
  address: string
  remove(): void
}

/**
 * Writes a page that redirects to `link`: in the data folder, or elsewhere if its disk is full. Throws what the disk says
 * if no folder has room.
 * SECURITY: other users of the PC can read a command line. Only this user can read this file and its folder.
 */
export function writeLinkFile(dataDir: string, link: string): LinkFile {
  const folder = path.join(dataDir, FOLDER)
  // Left over from an earlier start.
  rmSync(folder, { recursive: true, force: true })
  try {
    mkdirSync(folder, { mode: 0o700 })
    return writeIn(folder, link)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (!isNoRoom(error)) throw error
  }
  // On Linux this user's own, and in memory.
  const elsewhere = mkdtempSync(path.join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `packbench-${FOLDER}-`))
  try {
    return writeIn(elsewhere, link)
  } catch (error) {
    rmSync(elsewhere, { recursive: true, force: true })
    throw error
  }
}

function writeIn(folder: string, link: string): LinkFile {
  // The umask may remove permissions, but an inherited access list must not add any.
  chmodSync(folder, 0o700)
  const file = path.join(folder, 'open.html')
  writeFileSync(file, pageTo(link), { mode: 0o600, flag: 'wx' })
  return {
    address: pathToFileURL(file).href,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function pageTo(link: string): string {
  // JSON text in a script: no character of a link can end the element.
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Packbench</title><script>location.replace(${JSON.stringify(link).replaceAll('<', String.raw`\u003c`)})</script>`
}
