import path from 'node:path'
import { parseArgs } from 'node:util'
import { addressProblem } from '../../shared/domain/station/web-address'
import { COMMAND_USAGE } from './command'

/** The options of this start: flags win over the environment. */
export type StationOptions = {
  host: 'electron' | 'browser' | 'auto'
  /** `null` lets the host choose. */
  port: number | null
  open: boolean
  dataDir: string
  /** True with `--training`: a stored or provisioned connection is ignored. */
  training: boolean
  /** True with `--verbose`: main logs more to stderr. */
  verbose: boolean
  /** Values that IT sets through the environment; all `null` with `--training`. */
  provisioned: { baseUrl: string | null; accessToken: string | null; warehouseId: number | null }
}

export type OptionsResult =
  | { ok: true; options: StationOptions }
  /** One line for stderr with exit code 2, or the usage for stdout with exit code 0. */
  | { ok: false; message: string; exitCode: 0 | 2 }

export type Machine = { platform: NodeJS.Platform; homeDir: string; cwd: string }

type Env = Readonly<Record<string, string | undefined>>

export const USAGE = `Packbench, the packing station.

  npm start -- [flags]

  --host=electron|browser  the window: Electron, or the system's browser (default: whichever is there)
  --port=N                 port of the browser host on 127.0.0.1 (default: chosen at the start)
  --no-open                browser host: print the address, open no window
  --data-dir=DIR           where this station keeps its data
  --training               train with sample orders, whatever connection is set
  --verbose                print calls, events and errors with their time, without tokens and buyers' data
  --help                   show this

${COMMAND_USAGE}

  PACKBENCH_API_BASE_URL, PACKBENCH_ACCESS_TOKEN and PACKBENCH_WAREHOUSE_ID set the connection,
  PACKBENCH_DATA_DIR sets the data folder. Flags win over the environment.`

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'data-dir': { type: 'string' },
  training: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const
type Flag = keyof typeof FLAGS

/** A problem that is printed as one line; never leaves this file. */
class OptionProblem extends Error {}

/**
 * Reads flags and environment.
 * @param argv Without the runtime and the script.
 */
export function readOptions(argv: readonly string[], env: Env, machine: Machine): OptionsResult {
  try {
    const flags = readFlags(argv)
    if (flags.has('help')) return { ok: false, message: USAGE, exitCode: 0 }
    const training = flags.has('training')
    return {
      ok: true,
      options: {
        host: readHost(flags.get('host')),
        port: readPort(flags.get('port')),
        open: !flags.has('no-open'),
        dataDir: readDataDir(flags.get('data-dir'), env, machine),
        training,
        verbose: flags.has('verbose'),
        provisioned: training
          ? { baseUrl: null, accessToken: null, warehouseId: null }
          : readProvisioned(env),
      },
    }
  } catch (error) {
    if (error instanceof OptionProblem) return { ok: false, message: error.message, exitCode: 2 }
    throw error
  }
}

function readFlags(argv: readonly string[]): Map<Flag, string> {
  const { tokens } = parseArgs({
    args: [...argv],
    options: FLAGS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const flags = new Map<Flag, string>()
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new OptionProblem(`unexpected argument "${token.value}"; see --help`)
    if (token.kind === 'option-terminator') continue
    // SECURITY: some launchers add this flag on their own; nobody would notice a start without the sandbox.
    if (token.name === 'no-sandbox') throw new OptionProblem('Packbench does not run without the sandbox')
    if (!isFlag(token.name)) throw new OptionProblem(`unknown flag ${token.rawName}; see --help`)
    if (flags.has(token.name)) throw new OptionProblem(`${token.rawName} is given twice`)
    flags.set(token.name, flagValue(token.name, token.value))
  }
  return flags
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(FLAGS, name)
}

function flagValue(flag: Flag, value: string | undefined): string {
  if (FLAGS[flag].type === 'boolean') {
    if (value !== undefined) throw new OptionProblem(`--${flag} takes no value`)
    return ''
  }
  if (value === undefined || value.trim() === '') throw new OptionProblem(`--${flag} needs a value`)
  return value
}

function readHost(value: string | undefined): StationOptions['host'] {
  if (value === undefined) return 'auto'
  if (value === 'electron' || value === 'browser') return value
  throw new OptionProblem(`--host must be electron or browser, not "${value}"`)
}

function readPort(value: string | undefined): number | null {
  if (value === undefined) return null
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN
  if (port >= 1 && port <= 65_535) return port
  throw new OptionProblem(`--port must be a whole number from 1 to 65535, not "${value}"`)
}

function readDataDir(flag: string | undefined, env: Env, machine: Machine): string {
  const asked = flag ?? given(env, 'PACKBENCH_DATA_DIR')
  if (asked?.includes('\0')) throw new OptionProblem('the data folder is not a valid path')
  const paths = machine.platform === 'win32' ? path.win32 : path.posix
  if (asked !== undefined) return paths.resolve(machine.cwd, asked)
  return paths.join(appDataDir(env, machine, paths), 'Packbench')
}

function appDataDir(env: Env, machine: Machine, paths: path.PlatformPath): string {
  // Windows: the local folder, because a database must not roam between PCs with the profile.
  if (machine.platform === 'win32') {
    return given(env, 'LOCALAPPDATA') ?? paths.join(machine.homeDir, 'AppData', 'Local')
  }
  if (machine.platform === 'darwin') return paths.join(machine.homeDir, 'Library', 'Application Support')
  const xdg = given(env, 'XDG_DATA_HOME')
  // The XDG specification says that a relative path is to be ignored.
  return xdg !== undefined && paths.isAbsolute(xdg) ? xdg : paths.join(machine.homeDir, '.local', 'share')
}

function readProvisioned(env: Env): StationOptions['provisioned'] {
  const baseUrl = readBaseUrl(given(env, 'PACKBENCH_API_BASE_URL'))
  const accessToken = readAccessToken(given(env, 'PACKBENCH_ACCESS_TOKEN'))
  if (accessToken !== null && baseUrl === null) {
    throw new OptionProblem('PACKBENCH_ACCESS_TOKEN is set without PACKBENCH_API_BASE_URL')
  }
  return { baseUrl, accessToken, warehouseId: readWarehouseId(given(env, 'PACKBENCH_WAREHOUSE_ID')) }
}

function readBaseUrl(value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new OptionProblem(`PACKBENCH_API_BASE_URL must be an http or https address, not "${value}"`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new OptionProblem('PACKBENCH_API_BASE_URL must have no user, query or fragment')
  }
  if (addressProblem(value) === 'insecure') {
    throw new OptionProblem(
      `PACKBENCH_API_BASE_URL must be an https address, not "${value}": http is for this computer alone`,
    )
  }
  return value
}

function readAccessToken(value: string | undefined): string | null {
  if (value === undefined) return null
  // Never echoed: even an invalid value may be most of a secret.
  if (!/^[\x21-\x7e]{1,4000}$/.test(value)) {
    throw new OptionProblem('PACKBENCH_ACCESS_TOKEN must be printable ASCII without spaces')
  }
  return value
}

function readWarehouseId(value: string | undefined): number | null {
  if (value === undefined) return null
  const id = /^\d{1,16}$/.test(value) ? Number(value) : NaN
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new OptionProblem(`PACKBENCH_WAREHOUSE_ID must be a positive whole number, not "${value}"`)
}

/** An empty variable counts as unset, because provisioning tools often leave it that way. */
function given(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}
