import type { BrowserWindowConstructorOptions } from 'electron'

/**
 * The one window.
 * @param preload The built preload script.
 * @param allowDevTools Only during development.
 * @param kiosk The whole screen, without a way out.
 */
export function windowOptions(
  preload: string,
  allowDevTools: boolean,
  kiosk: boolean,
): BrowserWindowConstructorOptions {
  return {
    title: 'Packbench',
    kiosk,
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      // SECURITY: the page runs like any web page, without Node; it reaches main only through the preload's
      // functions.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      // SECURITY: a file dropped on the window must not replace the app.
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: allowDevTools,
      // A station behind another window must be up to date when it comes to the front.
      backgroundThrottling: false,
    },
  }
}
