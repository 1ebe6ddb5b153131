import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  NOT_PROVISIONED,
  type Provisioning,
  type ProvisioningCheck,
  type ProvisioningResult,
} from './provisioning'

/** IT's file for this PC. */

export const FILE_NAME = 'provisioning.json'

/** Where the file is looked for unless a flag or the environment names another: one place for all users of the PC. */
export function machineWideFile(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  if (platform === 'win32')
    return path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Packbench', FILE_NAME)
  if (platform === 'darwin') return `/Library/Application Support/Packbench/${FILE_NAME}`
  return `/etc/packbench/${FILE_NAME}`
}

/**
 * Checks IT's file, if there may be one. Its schema takes a tenth of a second to load, and most starts do without.
 * @returns a check that is not to be called if there is none
 */
export async function loadCheck(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<ProvisioningCheck> {
  const isAsked = argv.some((argument) => argument.startsWith('--provisioning'))
  const mayBeThere =
    isAsked || env['PACKBENCH_PROVISIONING'] !== undefined || existsSync(machineWideFile(env, platform))
  return mayBeThere ? (await import('./check')).checkProvisioning : notChecked
}

function notChecked(file: string): never {
  throw new Error(`nobody expected ${file}`)
}

/**
 * Reads IT's file. A value that cannot be used is named and left out, so that one typing error does not stop every
 * bench at once. A file that cannot be read, or whose connection cannot be used, stops the start: without it the station
 * would train on sample orders, and nobody would notice.
 * @param asked the file was asked for, so it must be there
 */
export function readProvisioning(
  file: string,
  asked: boolean,
  readFile: (file: string) => string,
  check: ProvisioningCheck,
): ProvisioningResult {
  let text: string
  try {
    text = readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code === 'ENOENT' && !asked) return { ok: true, provisioning: NOT_PROVISIONED, refused: [] }
    return { ok: false, problem: `the provisioning file ${file} cannot be read (${code})` }
  }
  let parsed: unknown
  try {
    // Notepad writes a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message quotes the file, which may hold a token.
    return { ok: false, problem: `the provisioning file ${file} is not valid JSON` }
  }
  return check(file, parsed)
}

/** As the window names it. */
const FIXED_PASSPHRASE = 'lan.passphrase'

/** The values that IT sets, as `station.currency` or `sound.volume`. */
export function fixedNames({ station = {}, preferences = {}, stations }: Provisioning): string[] {
  const names = Object.entries({ station, ...preferences }).flatMap(([section, fields]) =>
    Object.keys(fields).map((field) => `${section}.${field}`),
  )
  return stations === undefined ? names : [...names, FIXED_PASSPHRASE]
}
