import path from 'node:path'

/** A task without a window, given as a flag; see `commands/run.ts`. */
export type Command =
  /** `null`: each account's own folder of copies. */
  | { name: 'backup'; folder: string | null }
  | { name: 'backups' }
  | { name: 'restore'; file: string }
  /** `account`: its name or folder; `null` for the one that the next start opens. */
  | { name: 'export'; folder: string; account: string | null }
  | { name: 'anonymize'; orderId: number }

export type CommandRead =
  /** @property command `null` starts the station; `argv` are the flags that are left. */
  { ok: true; command: Command | null; argv: string[] } | { ok: false; message: string; exitCode: 2 }

export const COMMAND_USAGE = `  Without a window, while the station is not running:

  --backup[=FOLDER]        copy each account's data, also while the station runs
  --backups                list the copies with their time, size and open operations
  --restore=FILE           go on from a copy; its open operations are looked up before anything is sent
  --export=FOLDER          move open operations to a file, as leaving the account does
    --account=NAME         with --export: that account, by its name or folder
  --anonymize=ORDER_ID     delete the personal data of an order's buyer

  Exit code: 0 done, 1 failed, 2 wrong flags, 3 a station is running with this data folder`

const ACCOUNT = /^--account=(.*)$/s
const COMMAND = /^--(backup|backups|restore|export|anonymize)(?:=(.*))?$/s

/** Takes the command out of the flags. @param argv Without the runtime and the script. */
export function readCommand(argv: readonly string[], cwd: string): CommandRead {
  const given = argv.flatMap((flag) => COMMAND.exec(flag) ?? [])
  const accounts = argv.flatMap((flag) => ACCOUNT.exec(flag)?.[1] ?? [])
  const rest = argv.filter((flag) => !COMMAND.test(flag) && !ACCOUNT.test(flag))
  const [, name, value] = given
  if (accounts.length > 0 && (name !== 'export' || accounts.length > 1 || accounts[0]?.trim() === ''))
    return wrong('--account=NAME is given once, with --export')
  if (name === undefined) return { ok: true, command: null, argv: rest }
  if (given.length > 3) return wrong('only one command can be given at a time; see --help')
  const inFull = (): string => path.resolve(cwd, value ?? '')
  const isEmpty = value === undefined || value.trim() === '' || value.includes('\0')
  switch (name) {
    case 'backup':
      if (value === undefined) return { ok: true, command: { name, folder: null }, argv: rest }
      if (isEmpty) return wrong('--backup needs a folder after "=", or no "="')
      return { ok: true, command: { name, folder: inFull() }, argv: rest }
    case 'restore':
      if (isEmpty) return wrong('--restore needs a file: --restore=FILE')
      return { ok: true, command: { name, file: inFull() }, argv: rest }
    case 'export':
      if (isEmpty) return wrong('--export needs a folder: --export=FOLDER')
      return { ok: true, command: { name, folder: inFull(), account: accounts[0] ?? null }, argv: rest }
    case 'anonymize': {
      const orderId = /^\d{1,16}$/.test(value ?? '') ? Number(value) : NaN
      if (!Number.isSafeInteger(orderId) || orderId < 1)
        return wrong('--anonymize needs the number of an order: --anonymize=ORDER_ID')
      return { ok: true, command: { name, orderId }, argv: rest }
    }
    default:
      if (value !== undefined) return wrong('--backups takes no value')
      return { ok: true, command: { name: 'backups' }, argv: rest }
  }
}

function wrong(message: string): CommandRead {
  return { ok: false, message, exitCode: 2 }
}
