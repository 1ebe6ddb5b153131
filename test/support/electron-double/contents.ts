import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../chromium'
import { toBundle, toChromium } from './origin'
import { BINDING, FROM_MAIN, mainWorldSource, PRELOAD_WORLD, preloadSource } from './worlds'
import type { Surroundings } from './surroundings'

type Frame = { url: string; parentId: string | null }
type Paused = {
  requestId: string
  frameId: string
  resourceType: string
  request: { url: string; method: string }
}
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

/** @see https://www.electronjs.org/docs/latest/api/web-contents */
export class WebContentsDouble
  extends EventEmitter
  implements Pick<Electron.WebContents, 'isDestroyed' | 'send' | 'reload' | 'print' | 'getPrintersAsync'>
{
  private session: Session | null = null
  private targetId = ''
  private mainFrame = ''
  private readonly frames = new Map<string, Frame>()
  /** The preload's world in the top frame. */
  private preloadContext: number | null = null
  private readonly contextFrames = new Map<number, string>()
  /** Navigations that main itself asked for. */
  private asked = 0
  private openHandler: OpenHandler = () => ({ action: 'allow' })
  private destroyed = false
  private readonly ready: Promise<Session>

  constructor(
    private readonly around: Surroundings,
    options: Electron.BrowserWindowConstructorOptions,
  ) {
    super()
    this.ready = this.open(options)
    // A failure is heard of where a page is loaded.
    this.ready.catch(() => undefined)
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  /** The page that Chromium shows. */
  target(): string {
    return this.targetId
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  send(channel: string, data: unknown): void {
    void this.toPreload({ kind: 'event', channel, data })
  }

  reload(): void {
    this.asked += 1
    void this.ready.then((session) => session.send('Page.reload'))
  }

  async loadURL(url: string): Promise<void> {
    const session = await this.ready
    await this.around.session.applyPermissions(
      this.around.chromium().root,
      this as unknown as Electron.WebContents,
    )
    const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()))
    this.asked += 1
    const { errorText } = await session.send('Page.navigate', { url: toChromium(url) })
    if (typeof errorText === 'string') throw new Error(`${errorText} loading '${url}'`)
    await loaded
    this.emit('did-finish-load')
  }

  async close(): Promise<void> {
    if (this.destroyed) return
    this.destroyed = true
    const session = await this.ready
    await session.send('Page.close').catch(() => undefined)
  }

  print(
    options: Electron.WebContentsPrintOptions = {},
    callback: (success: boolean, why: string) => void = () => {},
  ): void {
    void this.printToFile(options).then(
      () => callback(true, ''),
      (error: unknown) => callback(false, String(error)),
    )
  }

  getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return Promise.resolve(
      this.around.printers.map((name) => ({ name, displayName: name, description: '', options: {} })),
    )
  }

  private async printToFile({
    pageSize,
    landscape,
    printBackground,
    deviceName,
  }: Electron.WebContentsPrintOptions): Promise<void> {
    const session = await this.ready
    const inches = sizeOf(pageSize)
    const { data } = await session.send('Page.printToPDF', {
      landscape: landscape === true,
      printBackground: printBackground === true,
      preferCSSPageSize: true,
      paperWidth: inches.width,
      paperHeight: inches.height,
    })
    mkdirSync(this.around.printedDir(), { recursive: true })
    const file = join(this.around.printedDir(), `${Date.now()}-${deviceName ?? 'dialog'}.pdf`)
    writeFileSync(file, Buffer.from(String(data), 'base64'))
    this.around.tell({ kind: 'printed', file, printer: deviceName ?? null })
  }

  private async open({
    width = 800,
    height = 600,
    webPreferences = {},
  }: Electron.BrowserWindowConstructorOptions): Promise<Session> {
    const chromium = await this.around.launched()
    const { session, targetId } = await chromium.openPage({ width, height })
    this.session = session
    this.targetId = targetId
    this.follow(session)
    await session.send('Page.enable')
    const tree = (await session.send('Page.getFrameTree')) as {
      frameTree: { frame: { id: string; url: string } }
    }
    this.mainFrame = tree.frameTree.frame.id
    this.frames.set(this.mainFrame, { url: tree.frameTree.frame.url, parentId: null })
    if (webPreferences.javascript === false)
      await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    if (webPreferences.preload !== undefined) await this.installPreload(session, webPreferences.preload)
    await session.send('Runtime.enable')
    await session.send('Inspector.enable')
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    return session
  }

  private async installPreload(session: Session, file: string): Promise<void> {
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource() })
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadSource(readFileSync(file, 'utf8')),
      worldName: PRELOAD_WORLD,
    })
  }

  private follow(session: Session): void {
    session.on('Fetch.requestPaused', (paused: Paused) => {
      this.answer(session, paused).catch(() => undefined)
    })
    session.on(
      'Page.frameNavigated',
      ({ frame }: { frame: { id: string; url: string; parentId?: string } }) =>
        this.frames.set(frame.id, { url: frame.url, parentId: frame.parentId ?? null }),
    )
    session.on('Page.frameDetached', ({ frameId }: { frameId: string }) => this.frames.delete(frameId))
    session.on(
      'Runtime.executionContextCreated',
      ({ context }: { context: { id: number; name: string; auxData: { frameId: string } } }) => {
        if (context.name !== PRELOAD_WORLD) return
        this.contextFrames.set(context.id, context.auxData.frameId)
        if (context.auxData.frameId === this.mainFrame) this.preloadContext = context.id
      },
    )
    session.on(
      'Runtime.bindingCalled',
      ({
        name,
        payload,
        executionContextId,
      }: {
        name: string
        payload: string
        executionContextId: number
      }) => {
        if (name === BINDING) void this.invoke(payload, executionContextId)
      },
    )
    session.on('Inspector.targetCrashed', () => {
      this.preloadContext = null
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    })
    session.on('Page.windowOpen', ({ url }: { url: string }) => this.onWindowOpen(url))
    session.on(
      'Page.downloadWillBegin',
      ({ url, suggestedFilename, guid }: { url: string; suggestedFilename: string; guid: string }) =>
        this.onDownload(url, suggestedFilename, guid),
    )
  }

  /** @see https://www.electronjs.org/docs/latest/api/ipc-main "ipcMain.handle" */
  private async invoke(payload: string, contextId: number): Promise<void> {
    const { id, channel, request } = JSON.parse(payload) as { id: number; channel: string; request: unknown }
    const frameId = this.contextFrames.get(contextId) ?? ''
    const frame = this.frames.get(frameId)
    const event = { sender: this, senderFrame: frame === undefined ? null : this.frameView(frame) }
    try {
      const value = await this.around.ipc.answer(channel, event, request)
      await this.toPreload({ kind: 'result', id, value })
    } catch (error) {
      await this.toPreload({
        kind: 'failure',
        id,
        message: `Error invoking remote method '${channel}': ${String(error)}`,
      })
    }
  }

  private frameView({ url, parentId }: Frame): { url: string; parent: unknown } {
    const parent = parentId === null ? undefined : this.frames.get(parentId)
    return { url: toBundle(url), parent: parent === undefined ? null : this.frameView(parent) }
  }

  private async toPreload(message: unknown): Promise<void> {
    if (this.preloadContext === null || this.session === null || this.destroyed) return
    await this.session
      .send('Runtime.evaluate', {
        expression: `${FROM_MAIN}(${JSON.stringify(message)})`,
        contextId: this.preloadContext,
      })
      // The page has gone on meanwhile; what it had asked for does not concern the next one.
      .catch(() => undefined)
  }

  private async answer(session: Session, paused: Paused): Promise<void> {
    const { requestId, request, resourceType } = paused
    const refuse = (errorReason: string) => session.send('Fetch.failRequest', { requestId, errorReason })
    if (resourceType === 'Document' && !this.mayNavigate(paused)) return void (await refuse('Aborted'))
    if (!(await this.around.session.mayRequest(request.url, resourceType)))
      return void (await refuse('BlockedByClient'))
    const response = await this.around.protocol.answer(toBundle(request.url), request.method)
    // Nothing leaves the double.
    if (response === null) return void (await refuse('NameNotResolved'))
    const body = Buffer.from(await response.arrayBuffer())
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: body.toString('base64'),
    })
  }

  /** Asks the listeners, as Electron does for navigations that main did not ask for. */
  private mayNavigate({ frameId, request }: Paused): boolean {
    const isMainFrame = frameId === this.mainFrame
    if (isMainFrame && this.asked > 0) {
      this.asked -= 1
      return true
    }
    let prevented = false
    const details = {
      url: toBundle(request.url),
      isMainFrame,
      preventDefault: () => {
        prevented = true
      },
    }
    // Also `app://` addresses of frames in which the page shows a document to print.
    if (isMainFrame) this.emit('will-navigate', details)
    this.emit('will-frame-navigate', details)
    return !prevented
  }

  private onWindowOpen(url: string): void {
    const details = { url: toBundle(url), frameName: '', features: '', disposition: 'foreground-tab' }
    const { action } = this.openHandler(details as Electron.HandlerDetails)
    this.around.tell({ kind: 'window-open', url: details.url, action })
    // Chromium has opened it already; Electron would not have.
    if (action === 'deny') void this.around.closeOthers()
  }

  private onDownload(url: string, filename: string, guid: string): void {
    let prevented = false
    const event = {
      preventDefault: () => {
        prevented = true
      },
    }
    this.around.session.emit('will-download', event, {
      getURL: () => toBundle(url),
      getFilename: () => filename,
    })
    this.around.tell({ kind: 'download', filename, prevented })
    if (prevented) void this.session?.send('Browser.cancelDownload', { guid }).catch(() => undefined)
  }
}

const MICROMETERS_PER_INCH = 25_400

function sizeOf(pageSize: Electron.WebContentsPrintOptions['pageSize']): { width: number; height: number } {
  if (typeof pageSize === 'object')
    return { width: pageSize.width / MICROMETERS_PER_INCH, height: pageSize.height / MICROMETERS_PER_INCH }
  return pageSize === 'Letter' ? { width: 8.5, height: 11 } : { width: 8.27, height: 11.69 }
}
