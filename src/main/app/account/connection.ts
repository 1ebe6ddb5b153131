import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../../base/durable-file'
import { StartError } from '../../base/station-error'
import type { StationOptions } from '../options'

/** Which marketplace this PC works with. The token is not here: it is sealed in the account's database. */
export type Address = { mode: 'training' } | { mode: 'live'; baseUrl: string }

/** An address with its account: several accounts may share one (see account-folders.ts). */
export type Connection = { mode: 'training' } | { mode: 'live'; baseUrl: string; number: number }

/** Stored in `connection.json`; never rename a field. */
const savedConnection = z.object({ baseUrl: z.url() })

const fileOf = (dataDir: string): string => join(dataDir, 'connection.json')

/**
 * The address to start with: `--training`, then the environment, then the saved one, else training.
 * @throws StartError `data_dir_unusable` when the saved file cannot be read
 */
export function chooseAddress(options: StationOptions): Address {
  if (options.training) return { mode: 'training' }
  if (options.provisioned.baseUrl !== null) return { mode: 'live', baseUrl: options.provisioned.baseUrl }
  const saved = readSaved(options.dataDir)
  return saved === null ? { mode: 'training' } : { mode: 'live', baseUrl: saved }
}

function readSaved(dataDir: string): string | null {
  let text: string
  try {
    text = readFileSync(fileOf(dataDir), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartError('data_dir_unusable', `${fileOf(dataDir)} cannot be read.`, { cause: error })
  }
  try {
    return savedConnection.parse(JSON.parse(text)).baseUrl
  } catch (error) {
    // Falling back to training here would hide real orders behind sample ones.
    throw new StartError('data_dir_unusable', `${fileOf(dataDir)} is damaged; repair or remove it.`, {
      cause: error,
    })
  }
}

/** Saves the connection for the next start, atomically. */
export function saveConnection(dataDir: string, connection: Address): void {
  const file = fileOf(dataDir)
  if (connection.mode === 'training') {
    rmSync(file, { force: true })
    return
  }
  writeDurably(file, JSON.stringify({ baseUrl: connection.baseUrl }))
}

/**
 * The folder of an account's data; accounts never share one. The first account of an address has no number in its name.
 */
export function accountDir(dataDir: string, connection: Connection): string {
  if (connection.mode === 'training') return join(dataDir, 'training')
  const { host } = new URL(connection.baseUrl)
  const readable = host.replace(/[^a-z0-9.-]/gi, '_')
  const name = `${readable}-${fingerprint(connection.baseUrl).slice(0, 8)}`
  return join(dataDir, 'live', connection.number === 1 ? name : `${name}-${connection.number}`)
}

/** SHA-256 in hex. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
