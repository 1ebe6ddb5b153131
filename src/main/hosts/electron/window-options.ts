import type { BrowserWindowConstructorOptions } from 'electron'

/**
 * The one window.
 * @param preload The built preload script.
 * @param allowDevTools Only when developing.
 */
export function windowOptions(preload: string, allowDevTools: boolean): BrowserWindowConstructorOptions {
  return {
    title: 'Packbench',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      // SECURITY: the page runs as any web page does, with no Node; it reaches main through the preload's functions only.
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
      // A station that waits behind another window still shows the truth when it comes forward.
      backgroundThrottling: false,
    },
  }
}
