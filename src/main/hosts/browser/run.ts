import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Packbench } from '../../app/compose'
import type { StationOptions } from '../../app/options'
import { isNoRoom } from '../../base/no-room'
import { Signal } from '../../base/signal'
import { nameCalls } from '../../base/verbose'
import { takeDataDir } from '../data-dir'
import { readScreen, type Screen } from '../display'
import type { Host } from '../host'
import { createKeyFileSecrets } from '../key-file-secrets'
import { readRendererFiles } from '../renderer-files'
import { createPrintPages } from '../print-pages'
import { openStartLog } from '../start-log'
import { createWakeWatch } from '../wake-watch'
import { type Door, openDoor } from './door'
import { createBrowserPrinting } from './printing'
import { type LinkFile, writeLinkFile } from './link-file'
import type { BrowserServer } from './server'
import { findBrowser, openWindow, windowFlags } from './window'

export type BrowserHost = {
  /** Open operations. */
  openOps(): number
  /** Resolves when somebody quits in the window. */
  quitAsked: Promise<void>
  /** Closes everything. */
  close(): Promise<void>
}

/**
 * Runs Packbench with the system's browser as its window.
 * @param rendererDir The built renderer.
 * @throws HostError, StartError: each with one clear line.
 */
export async function runBrowserHost(
  options: StationOptions,
  rendererDir: string,
  version: string,
): Promise<BrowserHost> {
  let packbench: Packbench | null = null
  let server: BrowserServer | null = null
  const release = takeDataDir(options.dataDir)
  const undo: Array<() => void | Promise<void>> = [
    openStartLog(options, 'browser', version),
    release,
    () => packbench?.close(),
  ]
  const closeAll = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const door = await openDoor(options.port)
    undo.push(() => (server ?? door).close())
    if (options.open) undo.push(showWindow(door, options))
    // Loaded late: the window starts in the meantime.
    const [{ composePackbench }, { startBrowserServer }] = await Promise.all([
      import('../../app/compose'),
      import('./server'),
    ])
    const quit = new Signal()
    const quitAsked = new Promise<void>((resolve) => quit.on(resolve))
    const printPages = createPrintPages()
    const host: Host = {
      kind: 'browser',
      secrets: createKeyFileSecrets(options.dataDir),
      printing: createBrowserPrinting(printPages),
      onWake: createWakeWatch(),
      quit: quit.tell,
    }
    const files = await readRendererFiles(rendererDir)
    const station = await composePackbench(options, host, version)
    const composed = options.verbose ? nameCalls(station) : station
    packbench = composed
    const announce = (link: string) => console.log(`A fresh link: ${link}`)
    server = await startBrowserServer({ packbench, files, printPages, announce }, door)
    console.log(`Packbench ready at ${door.newLink()}`)
    return { openOps: () => composed.openWork().ops, quitAsked, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** A kiosk's window that was closed or crashed comes back after this time. */
const COMES_BACK_MS = 1_000

/** Opens the window if there is a browser, and returns the function that closes it. */
function showWindow(door: Door, { dataDir, kiosk }: StationOptions): () => void {
  const screen = readScreen()
  if (!screen.hasDisplay) return () => undefined
  const browser = findBrowser(screen.platform, process.env)
  if (browser === null) {
    console.error('No Chromium, Chrome or Edge was found here: open the address above in a browser.')
    return () => undefined
  }
  if (screen.isRootOnLinux)
    console.error('The window runs without the browser sandbox, because this is root.')
  const window = new AppWindow({ door, dataDir, kiosk, screen, browser })
  window.open()
  return () => window.close()
}

type WindowPlace = {
  door: Door
  dataDir: string
  kiosk: boolean
  screen: Screen
  /** Path of the program. */
  browser: string
}

/** The browser's window. A kiosk's comes back when it is closed. */
class AppWindow {
  private process: ChildProcess | null = null
  /** Leads the window to the app without showing the link to other users. */
  private linkFile: LinkFile | null = null
  /** Until a kiosk's window comes back. */
  private again: NodeJS.Timeout | undefined

  constructor(private readonly place: WindowPlace) {}

  open(): void {
    const { door, dataDir, kiosk, screen, browser } = this.place
    try {
      this.linkFile = writeLinkFile(dataDir, door.newLink())
    } catch (error) {
      if (!isNoRoom(error)) throw error
      return console.error('The window could not be opened: the disk is full. Open the address in a browser.')
    }
    const flags = windowFlags(this.linkFile.address, path.join(dataDir, 'browser-window'), screen, kiosk)
    this.process = openWindow(browser, flags)
    this.process.once('exit', this.exited)
    this.process.once('error', (error) => console.error(`The window could not be opened: ${error.message}`))
  }

  close(): void {
    clearTimeout(this.again)
    this.process?.off('exit', this.exited)
    this.process?.kill()
    this.linkFile?.remove()
  }

  private readonly exited = (): void => {
    const { door, kiosk } = this.place
    this.linkFile?.remove()
    if (kiosk) this.again = setTimeout(() => this.open(), COMES_BACK_MS)
    else console.log(`The window was closed; Packbench keeps running. Open it again: ${door.newLink()}`)
  }
}
