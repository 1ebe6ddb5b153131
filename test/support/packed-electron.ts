import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { giveToElectron, startedAs } from './electron-station'
import { packApp } from './packed-app'
import { cleanEnvironment } from './station'

/** The packed app on a real Electron, installed and started as on a PC of a warehouse: nothing can look inside. */

export type PackedElectron = {
  /** The folder of the program, which only root could change. */
  folder: string
  /** The folder of the Electron that it was packed with. */
  runtime: string
  remove(): void
}

/** Packs the built app with the Electron of this run, and installs it for every user of this PC. */
export async function installPacked(): Promise<PackedElectron> {
  const runtime = path.dirname(process.env['PACKBENCH_ELECTRON'] ?? '')
  const packed = await packApp(['--dir', '--built'], {}, runtime)
  const place = mkdtempSync(path.join(tmpdir(), 'packbench-installed-'))
  const folder = path.join(place, 'Packbench')
  cpSync(packed.unpacked, folder, { recursive: true })
  packed.remove()
  chmodSync(place, 0o755)
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder])
  return {
    folder,
    runtime,
    remove() {
      execFileSync('chmod', ['-R', 'u+w', folder])
      rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type PackedStart = {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Ends whatever of it still runs, for a test that failed. */
  kill(): void
}

/**
 * Starts it, not as root.
 * @param argv all flags
 * @param tracer a program that starts and watches it
 */
export function startPacked(
  { folder }: PackedElectron,
  dataDir: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  tracer: readonly string[] = [],
): PackedStart {
  const home = giveToElectron(dataDir)
  const { file, env: own } = startedAs(path.join(folder, 'packbench'))
  const [program = '', ...args] = [...tracer, file, ...argv]
  const child = spawn(program, args, {
    cwd: home,
    env: { ...cleanEnvironment({ ...own, ...env }), HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, to be killed as a whole.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = once(child, 'close').then(
    ([code, signal]) => (code as number | null) ?? (signal as NodeJS.Signals | null),
  )
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
  }
  return { child, output: () => output, ended, kill }
}

/** The processes that show a page of this program: one for each window, and one for its developer tools. */
export function pagesOf({ folder }: PackedElectron): { sandboxed: boolean }[] {
  return globSync('/proc/[0-9]*').flatMap((process) => {
    const [command, status] = ['cmdline', 'status'].map((file) => readOf(path.join(process, file)))
    if (!command?.startsWith(`${folder}/`) || !command.includes('--type=renderer')) return []
    return [{ sandboxed: /^Seccomp:\t2$/m.test(status ?? '') }]
  })
}

/** Empty for a process that has ended meanwhile. */
function readOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Runs a tool of X. @returns what it printed; empty where it failed */
export function xTool(display: string, tool: 'wmctrl' | 'xdotool', ...args: readonly string[]): string {
  const env = { ...process.env, DISPLAY: display }
  return spawnSync(tool, args, { env, encoding: 'utf8' }).stdout.trim()
}

/** The station's database in its data folder, once it exists. */
export function databaseIn(dataDir: string): string | null {
  const live = path.join(dataDir, 'live')
  const [account] = globSync('*/station.sqlite', { cwd: live })
  return account === undefined ? null : path.join(live, account)
}
