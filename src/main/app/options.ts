import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../../package.json'
import { addressProblem } from '../../shared/domain/station/web-address'
import type { FixedSettings } from '../areas/settings/settings'
import { readPlainFile } from '../base/plain-file'
import { COMMAND_USAGE } from './command'
import type { HubAddress } from '../warehouse/nats/hub'
import { readSetupKey, type SetupKey } from '../warehouse/nats/setup/key'
import { readHubAddress } from '../warehouse/nats/server/hub-address'
import { NOT_PROVISIONED, type Provisioning, type ProvisioningCheck } from './provisioning/provisioning'
import { machineWideFile, readProvisioning } from './provisioning/read'

/** The options of this start: flags win over the environment. */
export type StationOptions = {
  host: 'electron' | 'browser' | 'auto'
  /** `null` lets the host choose; 0 takes any free port. */
  port: number | null
  open: boolean
  dataDir: string
  /** True with `--training`: a stored or provisioned connection is ignored. */
  training: boolean
  /** True with `--verbose`: main logs more to stderr. */
  verbose: boolean
  /** True with `--doctor`: the station is checked and not started. */
  doctor: boolean
  /** IT's certificates in PEM form, trusted in addition to those of this PC. */
  caFile?: string | null
  /** The connection that IT sets through the environment or its file; all `null` with `--training`. */
  provisioned: { baseUrl: string | null; accessToken: string | null; warehouseId: number | null }
  /** What IT's file sets for this PC apart from the connection. */
  provisioning: Provisioning
  /** Full screen, with no way out but a supervisor's. */
  kiosk: boolean
  /** One line each, said at the start; the station starts all the same. */
  warnings: readonly string[]
  /** The warehouse's hub; without one, stations hear each other on the local network only. */
  hub?: HubAddress | null
  /** What signs the settings that the warehouse's stations follow. */
  setupKey?: SetupKey | null
  /** IT's folder of newer versions on a web server; without it the program does not update itself. */
  updateUrl?: string | undefined
}

export type OptionsResult =
  | { ok: true; options: StationOptions }
  /** One line for stderr with exit code 2, or the usage or the version for stdout with exit code 0. */
  | { ok: false; message: string; exitCode: 0 | 2 }

export type Machine = {
  platform: NodeJS.Platform
  homeDir: string
  cwd: string
  /** Reads a text file; throws the system's error. */
  readFile: (file: string) => string
}

/** Of IT's file or the hub's credentials: far more than they ever have. */
const MOST_FILE_BYTES = 5_000_000

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    homeDir: homedir(),
    cwd: process.cwd(),
    readFile: (file) => readPlainFile(file, MOST_FILE_BYTES).toString('utf8'),
  }
}

type Env = Readonly<Record<string, string | undefined>>

const PREFIX = 'PACKBENCH_'
const KNOWN_VARIABLES: readonly string[] = [
  'PACKBENCH_API_BASE_URL',
  'PACKBENCH_ACCESS_TOKEN',
  'PACKBENCH_WAREHOUSE_ID',
  'PACKBENCH_DATA_DIR',
  'PACKBENCH_UPDATE_URL',
  'PACKBENCH_PROVISIONING',
  'PACKBENCH_CA_FILE',
  'PACKBENCH_HUB_URL',
  'PACKBENCH_HUB_CREDENTIALS',
  'PACKBENCH_HUB_SETUP_KEY',
]

/** What `--help` prints. @param defaults the places on this PC without any flag */
export function usage({ dataDir, provisioningFile }: { dataDir: string; provisioningFile: string }): string {
  return `Packbench ${version}, the packing station.

  packbench [flags], from a clone: npm start -- [flags]

  --host=electron|browser  the window: Electron, or the system's browser (default: whichever is there)
  --port=N                 port of the browser host on 127.0.0.1; 0 takes any (default: chosen at the start)
  --no-open                browser host: print the address, open no window
  --data-dir=DIR           where this station keeps its data (default: ${dataDir})
  --provisioning=FILE      the settings that IT fixes (default: ${provisioningFile})
  --kiosk                  full screen, with no way out but a supervisor's
  --training               train with sample orders, whatever connection is set
  --verbose                print calls, events and errors with their time, without tokens and buyers' data
  --doctor                 check this station and say what is wrong; exit code 1 if something is
  --version                show the version
  --help                   show this

${COMMAND_USAGE}

  ${KNOWN_VARIABLES.slice(0, -1).join(', ')}
  and ${KNOWN_VARIABLES.at(-1)} are read from the environment. Flags win over it, and it over IT's file.`
}

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'data-dir': { type: 'string' },
  provisioning: { type: 'string' },
  kiosk: { type: 'boolean' },
  training: { type: 'boolean' },
  verbose: { type: 'boolean' },
  doctor: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const
type Flag = keyof typeof FLAGS

/** A problem that is printed as one line; never leaves this file. */
class OptionProblem extends Error {}

/**
 * Reads flags and environment.
 * @param argv Without the runtime and the script.
 * @param check Checks IT's file; see `loadCheck`.
 */
export function readOptions(
  argv: readonly string[],
  env: Env,
  machine: Machine,
  check: ProvisioningCheck,
): OptionsResult {
  try {
    const flags = readFlags(argv)
    if (flags.has('version')) return { ok: false, message: version, exitCode: 0 }
    if (flags.has('help')) return { ok: false, message: usage(defaultPlaces(env, machine)), exitCode: 0 }
    const training = flags.has('training')
    const { provisioning, refused } = readFileOfIt(flags.get('provisioning'), env, machine, check)
    return {
      ok: true,
      options: {
        host: readHost(flags.get('host')),
        port: readPort(flags.get('port')),
        open: !flags.has('no-open'),
        dataDir: readDataDir(flags.get('data-dir'), env, machine),
        training,
        verbose: flags.has('verbose'),
        doctor: flags.has('doctor'),
        caFile: given(env, 'PACKBENCH_CA_FILE') ?? provisioning.caFile ?? null,
        provisioned: training
          ? { baseUrl: null, accessToken: null, warehouseId: null }
          : readProvisioned(env, provisioning),
        hub: training ? null : readHub(env, provisioning, machine.readFile),
        setupKey: training ? null : readKeyOfSetup(env, provisioning, machine.readFile),
        updateUrl: readUpdateUrl(env, provisioning),
        provisioning,
        kiosk: flags.has('kiosk') || provisioning.kiosk === true,
        warnings: [...unknownVariables(env, machine.platform), ...refused],
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
  if (port >= 0 && port <= 65_535) return port
  throw new OptionProblem(`--port must be a whole number from 0 to 65535, not "${value}"`)
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

function defaultPlaces(env: Env, machine: Machine): Parameters<typeof usage>[0] {
  return {
    dataDir: readDataDir(undefined, env, machine),
    provisioningFile: machineWideFile(env, machine.platform),
  }
}

function readFileOfIt(
  flag: string | undefined,
  env: Env,
  machine: Machine,
  check: ProvisioningCheck,
): { provisioning: Provisioning; refused: readonly string[] } {
  const asked = flag ?? given(env, 'PACKBENCH_PROVISIONING')
  // A way on while the file is being repaired.
  if (asked === 'none') return { provisioning: NOT_PROVISIONED, refused: [] }
  const paths = machine.platform === 'win32' ? path.win32 : path.posix
  const file =
    asked === undefined ? machineWideFile(env, machine.platform) : paths.resolve(machine.cwd, asked)
  const read = readProvisioning(file, asked !== undefined, machine.readFile, check)
  if (!read.ok) throw new OptionProblem(`${read.problem}; correct it, or start with --provisioning=none`)
  return read
}

/** SECURITY: a token goes only to the address that it came with. */
function readProvisioned(
  env: Env,
  { connection, station, file }: Provisioning,
): StationOptions['provisioned'] {
  const warehouseId = readWarehouseId(given(env, 'PACKBENCH_WAREHOUSE_ID')) ?? station?.warehouseId ?? null
  const token = readAccessToken('PACKBENCH_ACCESS_TOKEN', given(env, 'PACKBENCH_ACCESS_TOKEN'))
  const baseUrl = readBaseUrl('PACKBENCH_API_BASE_URL', given(env, 'PACKBENCH_API_BASE_URL'))
  if (baseUrl !== null) return { baseUrl, accessToken: token, warehouseId }
  if (connection === undefined) {
    if (token === null) return { baseUrl: null, accessToken: null, warehouseId }
    throw new OptionProblem('PACKBENCH_ACCESS_TOKEN is set without PACKBENCH_API_BASE_URL')
  }
  return {
    baseUrl: readBaseUrl(`connection.baseUrl in ${file}`, connection.baseUrl),
    accessToken: token ?? readAccessToken(`connection.accessToken in ${file}`, connection.accessToken),
    warehouseId,
  }
}

/** The station's settings that IT sets. `--training` keeps the sample orders' warehouse. */
export function fixedSettings({ training, provisioning, provisioned }: StationOptions): FixedSettings {
  const { warehouseId: _inFile, ...others } = provisioning.station ?? {}
  if (training) return others
  const { warehouseId } = provisioned
  return warehouseId === null ? (provisioning.station ?? {}) : { ...others, warehouseId }
}

/** @param name of what holds it, for messages */
function readBaseUrl(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new OptionProblem(`${name} must be an http or https address, not "${value}"`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new OptionProblem(`${name} must have no user, query or fragment`)
  }
  if (addressProblem(value) === 'insecure') {
    throw new OptionProblem(
      `${name} must be an https address, not "${value}": http is for this computer alone`,
    )
  }
  return value
}

function readAccessToken(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  // Never echoed: even an invalid value may be most of a secret.
  if (!/^[\x21-\x7e]{1,4000}$/.test(value)) {
    throw new OptionProblem(`${name} must be printable ASCII without spaces`)
  }
  return value
}

function readWarehouseId(value: string | undefined): number | null {
  if (value === undefined) return null
  const id = /^\d{1,16}$/.test(value) ? Number(value) : NaN
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new OptionProblem(`PACKBENCH_WAREHOUSE_ID must be a positive whole number, not "${value}"`)
}

/** SECURITY: an installer that came over http would run as the administrator who allows it. */
function readUpdateUrl(env: Env, { updates, file }: Provisioning): string | undefined {
  const variable = 'PACKBENCH_UPDATE_URL'
  const fromEnv = given(env, variable)
  const url = fromEnv ?? updates?.url
  if (url === undefined) return undefined
  const name = fromEnv === undefined ? `updates.url in ${file}` : variable
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb || addressProblem(url) !== null)
    throw new OptionProblem(`${name} must be an https address, not "${url}"`)
  return url
}

function readHub(env: Env, { hub, file }: Provisioning, readFile: Machine['readFile']): HubAddress | null {
  const [url, credentials] = [given(env, 'PACKBENCH_HUB_URL'), given(env, 'PACKBENCH_HUB_CREDENTIALS')]
  const read = readHubAddress({ url, credentials }, { ...hub, file }, readFile)
  if (!read.ok) throw new OptionProblem(read.problem)
  return read.address
}

/** SECURITY: a key that cannot be read stops the start: without it the station would follow anybody. */
function readKeyOfSetup(
  env: Env,
  { hub, file }: Provisioning,
  readFile: Machine['readFile'],
): SetupKey | null {
  const variable = 'PACKBENCH_HUB_SETUP_KEY'
  const fromEnv = given(env, variable)
  const text = fromEnv ?? hub?.setupKey
  if (text === undefined) return null
  const key = readSetupKey(text) ?? readSetupKey(readOrNothing(text, readFile))
  if (key !== null) return key
  const name = fromEnv === undefined ? `hub.setupKey in ${file}` : variable
  throw new OptionProblem(`${name} must be the public half of an Ed25519 key, or the path of its PEM file`)
}

function readOrNothing(file: string, readFile: Machine['readFile']): string {
  try {
    return readFile(file)
  } catch {
    return ''
  }
}

/** A misspelled variable would otherwise be ignored silently, and the station would start without what IT set. */
function unknownVariables(env: Env, platform: NodeJS.Platform): string[] {
  // Windows does not tell capitals from small letters.
  const isKnown = (name: string) => KNOWN_VARIABLES.includes(platform === 'win32' ? name.toUpperCase() : name)
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !isKnown(name))
    .sort()
    .map(
      (name) =>
        `${name} is not a variable of Packbench and is ignored; known are ${KNOWN_VARIABLES.join(', ')}`,
    )
}

/** An empty variable counts as unset, because provisioning tools often leave it that way. */
function given(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}
