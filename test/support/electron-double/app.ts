import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tells the first instance that a second one was started; a signal, because the answer is needed at once. */
const SECOND_INSTANCE = 'SIGUSR2'

/** What of its windows the app must know to quit. */
export type Windows = {
  /** Asks each window to close. @returns whether all did */
  closeAll(): boolean
}

/** @see https://www.electronjs.org/docs/latest/api/app */
export class AppDouble
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'isPackaged'
      | 'exit'
      | 'quit'
      | 'relaunch'
      | 'getName'
      | 'getVersion'
      | 'enableSandbox'
      | 'setPath'
      | 'requestSingleInstanceLock'
      | 'whenReady'
    >
{
  readonly isPackaged = process.env['ELECTRON_DOUBLE_PACKAGED'] !== undefined
  isReady = false
  private userData = ''
  private lockFile: string | null = null
  private relaunches: Electron.RelaunchOptions[] = []
  private readonly becomingReady: Promise<void>

  constructor(
    private readonly windows: Windows,
    private readonly beforeExit: () => Promise<void>,
  ) {
    super()
    // After the bundle's first run, as in Electron.
    this.becomingReady = new Promise((resolve) =>
      setImmediate(() => {
        this.isReady = true
        this.emit('ready')
        resolve()
      }),
    )
  }

  userDataDir(): string {
    if (this.userData === '') throw new Error('the bundle has not set its folder')
    mkdirSync(this.userData, { recursive: true })
    return this.userData
  }

  whenReady(): Promise<void> {
    return this.becomingReady
  }

  enableSandbox(): void {
    if (this.isReady) throw new Error('app.enableSandbox() must be called before the app is ready')
  }

  setPath(name: string, folder: string): void {
    if (name === 'userData') this.userData = folder
  }

  getName(): string {
    return 'packbench'
  }

  getVersion(): string {
    return '0.1.0'
  }

  getPath(): string {
    return this.userDataDir()
  }

  setLoginItemSettings(): void {
    // The PC's own list of programs is none of a test's business.
  }

  /** One for each `userData` folder, as Electron's documentation says. */
  requestSingleInstanceLock(): boolean {
    const file = join(this.userDataDir(), 'double.lock')
    const owner = readOwner(file)
    if (owner !== null && isAlive(owner)) {
      process.kill(owner, SECOND_INSTANCE)
      return false
    }
    writeFileSync(file, String(process.pid))
    this.lockFile = file
    process.on(SECOND_INSTANCE, () => this.emit('second-instance', {}, [], process.cwd(), null))
    return true
  }

  /** Asks `before-quit`, then every window; each may refuse. */
  quit(): void {
    let prevented = false
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true
      },
    })
    if (prevented || !this.windows.closeAll()) return
    this.emit('will-quit', { preventDefault: () => undefined })
    this.exit(0)
  }

  /** Starts a program when this one ends; each call starts one more. */
  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.relaunches.push(options)
  }

  /** Asks nobody. */
  exit(code = 0): void {
    if (this.lockFile !== null) rmSync(this.lockFile, { force: true })
    this.emit('quit', {}, code)
    void this.beforeExit().finally(() => {
      for (const { execPath = process.execPath, args = process.argv.slice(1) } of this.relaunches)
        spawn(execPath, args, { detached: true, stdio: 'ignore' }).unref()
      process.exit(code)
    })
  }
}

function readOwner(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
