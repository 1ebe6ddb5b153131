import { APP_URL, isAppUrl } from './app-protocol'

/** What no window of this app may do, whatever runs in it. */

/** Only what is used of Electron's `Session`. */
export type SessionPart = Pick<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
> & {
  webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>
  on(
    event: 'will-download',
    listener: (
      event: Pick<Electron.Event, 'preventDefault'>,
      item: Pick<Electron.DownloadItem, 'getURL' | 'getFilename'>,
    ) => void,
  ): unknown
}

/** What the window made itself, and not an address of anybody's. */
const OWN_BLOB = `blob:${APP_URL}`
/** Of the open operations, where the disk is too full for the folder they are else written to. */
const OPS_FILE = /^open-operations-[\dTZ.-]+\.json$/

/**
 * SECURITY: refuses every permission, every request that leaves the app, and every download but a file of open operations,
 * for which the system asks where to save it.
 */
export function restrictSession(session: SessionPart, allowDevTools: boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(OWN_BLOB) || !OPS_FILE.test(item.getFilename())) event.preventDefault()
  })
  session.webRequest.onBeforeRequest((details, callback) => {
    const isDevTools = allowDevTools && details.url.startsWith('devtools://')
    const isOwn = isAppUrl(details.url) || details.url.startsWith('data:') || details.url.startsWith(OWN_BLOB)
    callback({ cancel: !isOwn && !isDevTools })
  })
}

type Preventable = Pick<Electron.Event, 'preventDefault'>

/** Only what is used of Electron's `WebContents`. */
export type ContentsPart = Pick<Electron.WebContents, 'setWindowOpenHandler'> & {
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Preventable & { url: string }) => void,
  ): unknown
}

/** SECURITY: a window stays on the app's page and opens no other. */
export function restrictContents(contents: ContentsPart): void {
  const refuseOthers = (details: Preventable & { url: string }) => {
    // The page itself may only be reloaded.
    if (details.url !== APP_URL) details.preventDefault()
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', refuseOthers)
  contents.on('will-frame-navigate', refuseOthers)
  contents.on('will-redirect', refuseOthers)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
