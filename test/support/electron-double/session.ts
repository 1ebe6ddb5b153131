import { EventEmitter } from 'node:events'
import { CHROMIUM_ORIGIN, toBundle } from './origin'
import type { Session } from '../chromium'

type Handler = (request: Request) => Response | Promise<Response>
type Decide = Parameters<Electron.WebRequest['onBeforeRequest']>[0]
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

/** @see https://www.electronjs.org/docs/latest/api/protocol */
export class ProtocolDouble implements Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'> {
  private readonly handlers = new Map<string, Handler>()
  registered: readonly Electron.CustomScheme[] = []

  constructor(private readonly isReady: () => boolean) {}

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (this.isReady()) throw new Error('registerSchemesAsPrivileged must be called before the app is ready')
    this.registered = schemes
  }

  handle(scheme: string, handler: Handler): void {
    if (!this.isReady()) throw new Error('protocol.handle must be called after the app is ready')
    this.handlers.set(scheme, handler)
  }

  /** `null` when no handler is registered for the address's scheme. */
  async answer(url: string, method: string): Promise<Response | null> {
    const handler = this.handlers.get(new URL(url).protocol.slice(0, -1))
    return handler === undefined ? null : handler(new Request(url, { method }))
  }
}

/** Chromium's name of a permission, the handlers' name, and the kinds of media it asks for. */
const PERMISSIONS = [
  { chromium: 'camera', electron: 'media', media: ['video'] },
  { chromium: 'microphone', electron: 'media', media: ['audio'] },
  { chromium: 'geolocation', electron: 'geolocation', media: [] },
  { chromium: 'notifications', electron: 'notifications', media: [] },
  { chromium: 'clipboard-read', electron: 'clipboard-read', media: [] },
  { chromium: 'midi', electron: 'midi', media: [] },
  { chromium: 'idle-detection', electron: 'idle-detection', media: [] },
] as const

/** @see https://www.electronjs.org/docs/latest/api/session */
export class SessionDouble
  extends EventEmitter
  implements
    Pick<
      Electron.Session,
      'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
    >
{
  private ask: RequestHandler = null
  private check: CheckHandler = null
  private decide: Decide | null = null
  readonly webRequest = {
    onBeforeRequest: ((listener: Decide): void => {
      this.decide = listener
    }) as Electron.WebRequest['onBeforeRequest'],
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.ask = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.check = handler
  }

  setDevicePermissionHandler(): void {
    // No device is ever offered to the headless browser.
  }

  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }

  /** Whether the listener that the bundle registered lets a request through. */
  mayRequest(url: string, resourceType: string): Promise<boolean> {
    const { decide } = this
    if (decide === null) return Promise.resolve(true)
    const details = { url: toBundle(url), resourceType } as Electron.OnBeforeRequestListenerDetails
    return new Promise((resolve) => decide(details, ({ cancel }) => resolve(cancel !== true)))
  }

  /**
   * DevTools cannot ask while a page waits, so the bundle's handlers are asked beforehand for each permission, and
   * Chromium is set to their answers.
   */
  async applyPermissions(browser: Session, contents: Electron.WebContents): Promise<void> {
    for (const { chromium, electron, media } of PERMISSIONS) {
      const granted =
        this.isChecked(contents, electron, media) && (await this.isGranted(contents, electron, media))
      await browser
        .send('Browser.setPermission', {
          permission: { name: chromium },
          setting: granted ? 'granted' : 'denied',
          origin: CHROMIUM_ORIGIN,
        })
        // A browser without this permission refuses it anyway.
        .catch(() => undefined)
    }
  }

  private isChecked(contents: Electron.WebContents, permission: string, media: readonly string[]): boolean {
    const [mediaType] = media
    const details = { isMainFrame: true, ...(mediaType === undefined ? {} : { mediaType }) }
    return (
      this.check?.(
        contents,
        permission as 'media',
        'app://packbench',
        details as Electron.PermissionCheckHandlerHandlerDetails,
      ) ?? true
    )
  }

  private isGranted(
    contents: Electron.WebContents,
    permission: string,
    mediaTypes: readonly string[],
  ): Promise<boolean> {
    const { ask } = this
    if (ask === null) return Promise.resolve(true)
    const details = {
      isMainFrame: true,
      requestingUrl: 'app://packbench/',
      ...(mediaTypes.length === 0 ? {} : { mediaTypes }),
    }
    return new Promise((resolve) => ask(contents, permission as 'media', resolve, details))
  }
}
