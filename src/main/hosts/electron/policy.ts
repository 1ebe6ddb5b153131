import { APP_URL, isAppUrl } from './app-protocol'

/** Limits for every window of this app, whatever runs in it. */

/** The part of Electron's `Session` that is used here. */
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

/** A URL that the window created itself, not a web address. */
const OWN_BLOB = `blob:${APP_URL}`
/** An export of open operations, offered as a download if the disk has no space for the exports folder. */
const OPS_FILE = /^open-operations-[\dTZ.-]+\.json$/

/** Video alone, for photos of open boxes; sound never. Chromium gives a page's origin without its path. */
function isOwnCamera(permission: string, url: string, media: readonly string[]): boolean {
  const own = isAppUrl(url) || `${url}/` === APP_URL
  return own && permission === 'media' && media.length > 0 && media.every((kind) => kind === 'video')
}

/**
 * SECURITY: refuses every permission but the page's own camera, every request that leaves the app, and every download except an export of open
 * operations, for which the system asks where to save it.
 */
export function restrictSession(session: SessionPart, allowDevTools: boolean): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    callback(details.isMainFrame && isOwnCamera(permission, details.requestingUrl, media))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame, mediaType }) =>
    Boolean(isMainFrame && isOwnCamera(permission, origin, mediaType === undefined ? [] : [mediaType])),
  )
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

/** The part of Electron's `WebContents` that is used here. */
export type ContentsPart = Pick<Electron.WebContents, 'setWindowOpenHandler'> & {
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Preventable & { url: string }) => void,
  ): unknown
}

/** SECURITY: a window stays on the app's page and opens no other window. */
export function restrictContents(contents: ContentsPart): void {
  const refuseOthers = (details: Preventable & { url: string }) => {
    // The page may only reload itself.
    if (details.url !== APP_URL) details.preventDefault()
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', refuseOthers)
  contents.on('will-frame-navigate', refuseOthers)
  contents.on('will-redirect', refuseOthers)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
