import { EventEmitter } from 'node:events'
import { WebContentsDouble } from './contents'
import type { Surroundings } from './surroundings'

/**
 * Windows are pages of a headless Chromium: nobody sees whether one is minimized or in front.
 * @see https://www.electronjs.org/docs/latest/api/browser-window
 */
export class BrowserWindowDouble
  extends EventEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      'loadURL' | 'show' | 'isMinimized' | 'restore' | 'focus' | 'close' | 'destroy' | 'isDestroyed'
    >
{
  readonly webContents: WebContentsDouble
  private isShown: boolean
  private minimized = false

  constructor(
    around: Surroundings,
    private readonly onClosed: (window: BrowserWindowDouble) => void,
    readonly options: Electron.BrowserWindowConstructorOptions,
  ) {
    super()
    this.webContents = new WebContentsDouble(around, options)
    this.isShown = options.show !== false
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.isShown = true
  }

  isVisible(): boolean {
    return this.isShown
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
  }

  focus(): void {
    this.emit('focus')
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed()
  }

  /** As a person would: listeners may refuse. */
  close(): void {
    let prevented = false
    this.emit('close', {
      preventDefault: () => {
        prevented = true
      },
    })
    if (!prevented) this.destroy()
  }

  /** Without asking. */
  destroy(): void {
    if (this.isDestroyed()) return
    void this.webContents.close()
    this.onClosed(this)
    this.emit('closed')
  }
}
