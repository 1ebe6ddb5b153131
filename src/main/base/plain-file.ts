import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Why a file from a person was not read. In words, because it is shown in the place of a system error's code. */
export class PlainFileError extends Error {
  override readonly name = 'PlainFileError'

  constructor(readonly code: 'not a plain file' | 'too large') {
    super(code)
  }
}

/** Without waiting for the other end of a pipe. Windows has no such flag, and no pipes in folders. */
const TO_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a file that a person put there. SECURITY: a pipe would never end, and a device could fill the memory. Instead of a
 * file, or behind a link, either would stop the start.
 * @throws PlainFileError; the system's error, `ENOENT` without a file, `ELOOP` for links in a circle
 */
export function readPlainFile(path: string, mostBytes: number): Buffer {
  const file = openSync(path, TO_READ)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new PlainFileError('not a plain file')
    if (stat.size > mostBytes) throw new PlainFileError('too large')
    return readUpTo(file, mostBytes)
  } finally {
    closeSync(file)
  }
}

/** The same for a file that may be on a network: nothing else waits for it. @throws as `readPlainFile` does */
export async function readPlainFileSoon(path: string, mostBytes: number): Promise<Buffer> {
  const file = await open(path, TO_READ)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new PlainFileError('not a plain file')
    const parts: Buffer[] = []
    let size = 0
    for (;;) {
      if (Math.max(stat.size, size) > mostBytes) throw new PlainFileError('too large')
      const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536))
      if (bytesRead === 0) return Buffer.concat(parts, size)
      parts.push(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
  } finally {
    await file.close()
  }
}

/** Files of the system say that they are empty, and others grow while they are read. */
function readUpTo(file: number, mostBytes: number): Buffer {
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const part = Buffer.alloc(Math.min(65_536, mostBytes + 1 - size))
    const read = readSync(file, part)
    if (read === 0) return Buffer.concat(parts, size)
    size += read
    if (size > mostBytes) throw new PlainFileError('too large')
    parts.push(part.subarray(0, read))
  }
}

/** The same; `null` for whatever reason it cannot be read. */
export function readPlainFileIfAny(path: string, mostBytes: number): Buffer | null {
  try {
    return readPlainFile(path, mostBytes)
  } catch {
    return null
  }
}
