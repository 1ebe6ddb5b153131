import { join } from 'node:path'
import { format } from 'node:util'
import logger from 'electron-log/node'

/** Everything that main says, kept in the data folder for IT. */

/** In the data folder. */
export const LOG_FOLDER = 'logs'
/** The newest lines. When it is full it becomes `OLDER_LOG`, and the one before is gone. */
export const LOG_FILE = 'packbench.log'
export const OLDER_LOG = 'packbench.old.log'
/** Of each of the two files: some forty thousand lines. */
const MOST_BYTES = 5 * 1_048_576

/** The console's functions that are kept; `debug` only with `--verbose`. The terminal never shows `info`. */
const LEVELS = ['error', 'warn', 'info', 'log', 'debug'] as const
type Level = (typeof LEVELS)[number]
type Speaker = Pick<Console, Level>

/** A link's one-time token, an access token, and a token in a header. */
const SECRETS = /(token=|Bearer\s+|X-Access-Token["']?\s*[:=]\s*["']?)[^\s"'&]+/gi

export type LogOptions = {
  dataDir: string
  /** Keeps `debug` too, and prints everything with its time and level. */
  verbose: boolean
  /** Never written, wherever they appear: a token that IT gave. */
  secrets: readonly string[]
}

/**
 * Keeps what is said on the console in a file, from now on. Lines go to the terminal as before; with `verbose` they
 * go to stderr with time and level, so that stdout keeps the lines that scripts read. What ends the program is kept too.
 * A disk that takes no more lines is said in the terminal and never stops the program.
 * SECURITY: tokens are blotted out; the files are this user's alone.
 * @returns the function that ends it
 */
export function openLog(
  { dataDir, verbose, secrets }: LogOptions,
  speaker: Speaker = console,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now: () => Date = () => new Date(),
): () => void {
  // One logger for each data folder: tests open several in one process.
  const file = logger.create({ logId: dataDir }).transports.file
  file.resolvePathFn = () => join(dataDir, LOG_FOLDER, LOG_FILE)
  file.maxSize = MOST_BYTES
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  // Formatted here, so that file and terminal say the same.
  file.format = '{text}'
  const blot = (text: string): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text.replaceAll(SECRETS, '$1***'))
  const keep = (level: Exclude<Level, 'log'>, parts: readonly unknown[]): string => {
    const at = now()
    const line = `${at.toISOString()} ${level.padEnd(5)} ${blot(format(...parts))}`
    if (level !== 'debug' || verbose) file({ data: [line], date: at, level })
    return line
  }
  const before = Object.fromEntries(LEVELS.map((level) => [level, speaker[level]])) as Speaker
  for (const level of LEVELS) {
    speaker[level] = (...parts: unknown[]) => {
      const line = keep(level === 'log' ? 'info' : level, parts)
      if (verbose && level !== 'log') write(`${line}\n`)
      else if (level !== 'debug' && level !== 'info') before[level].call(speaker, ...parts)
    }
  }
  const keepEnd = (error: unknown): void => void keep('error', ['the program ended:', error])
  process.on('uncaughtExceptionMonitor', keepEnd)
  return () => {
    process.off('uncaughtExceptionMonitor', keepEnd)
    Object.assign(speaker, before)
  }
}
