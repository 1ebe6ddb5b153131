import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'

/** A real Chromium, driven through its DevTools protocol. @see https://chromedevtools.github.io/devtools-protocol/ */

type Params = Readonly<Record<string, unknown>>
type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
}

/** One target's session: a page, or the browser itself. */
export class Session extends EventEmitter {
  constructor(
    private readonly browser: Chromium,
    readonly sessionId: string | undefined,
  ) {
    super()
    this.setMaxListeners(0)
  }

  /** @throws Error with the protocol's message */
  send(method: string, params: Params = {}): Promise<Params> {
    return this.browser.command(method, params, this.sessionId)
  }
}

const START_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 20

export class Chromium {
  private readonly waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>()
  private readonly sessions = new Map<string, Session>()
  private lastId = 0
  readonly root = new Session(this, undefined)

  private constructor(
    private readonly child: ChildProcess,
    private readonly socket: WebSocket,
    /** Other clients, such as a test, connect here. */
    readonly endpoint: string,
  ) {
    socket.on('message', (data: Buffer) => this.take(JSON.parse(data.toString()) as Message))
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the browser is gone'))
      this.waiting.clear()
    })
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Starts it with a profile in this folder, which keeps what the page stores. */
  static async launch(executable: string, profileDir: string, args: readonly string[]): Promise<Chromium> {
    const portFile = join(profileDir, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    const child = spawn(
      executable,
      [
        `--user-data-dir=${profileDir}`,
        '--remote-debugging-port=0',
        '--no-first-run',
        '--no-default-browser-check',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        ...args,
        'about:blank',
      ],
      { stdio: 'ignore' },
    )
    const endpoint = await readEndpoint(child, portFile)
    const socket = new WebSocket(endpoint, { perMessageDeflate: false, maxPayload: 256 * 1_048_576 })
    await once(socket, 'open')
    return new Chromium(child, socket, endpoint)
  }

  command(method: string, params: Params, sessionId?: string): Promise<Params> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.socket.send(
        JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
      )
    })
  }

  /** Calls `work` with the name of a context that has nothing cached and nothing stored, and forgets it afterwards. */
  async withNewContext<T>(work: (context: string) => Promise<T>): Promise<T> {
    const { browserContextId } = await this.command('Target.createBrowserContext', {})
    try {
      return await work(String(browserContextId))
    } finally {
      await this.command('Target.disposeBrowserContext', { browserContextId })
    }
  }

  /**
   * Opens a page and a session with it. A window of its own: Chromium gives a tab no size.
   * @param context of `withNewContext`; the profile's own unless it is given
   */
  async openPage(
    size: { width: number; height: number },
    context?: string,
  ): Promise<{ session: Session; targetId: string }> {
    const { targetId } = await this.command('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
      ...(context !== undefined && { browserContextId: context }),
    })
    const { sessionId } = await this.command('Target.attachToTarget', { targetId, flatten: true })
    const session = new Session(this, String(sessionId))
    this.sessions.set(String(sessionId), session)
    return { session, targetId: String(targetId) }
  }

  /** Ends at once; the profile stays. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    // Asked first, so that the profile is written.
    await Promise.race([this.command('Browser.close', {}).catch(() => undefined), ended])
    const tooLate = setTimeout(() => this.child.kill('SIGKILL'), 3_000)
    await ended
    clearTimeout(tooLate)
  }

  /** For a process that ends in this moment. */
  killNow(): void {
    this.child.kill('SIGKILL')
  }

  private take({ id, sessionId, method, params, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.waiting.get(id)
      this.waiting.delete(id)
      if (error === undefined) waiting?.resolve(result ?? {})
      else waiting?.reject(new Error(error.message))
      return
    }
    const session = sessionId === undefined ? this.root : this.sessions.get(sessionId)
    if (method !== undefined) session?.emit(method, params ?? {})
  }
}

async function readEndpoint(child: ChildProcess, portFile: string): Promise<string> {
  const untilMs = performance.now() + START_WITHIN_MS
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}`)
    const [port, path] = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : []
    if (port !== undefined && path !== undefined && path !== '') return `ws://127.0.0.1:${port}${path}`
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw new Error('Chromium did not start')
}
