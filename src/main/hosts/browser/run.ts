import path from 'node:path'
import type { Packbench } from '../../app/compose'
import type { StationOptions } from '../../app/options'
import { isNoRoom } from '../../base/no-room'
import { nameCalls } from '../../base/verbose'
import { takeDataDir } from '../data-dir'
import { readScreen } from '../display'
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
    let quit = (): void => {}
    const quitAsked = new Promise<void>((resolve) => (quit = resolve))
    const printPages = createPrintPages()
    const host: Host = {
      kind: 'browser',
      secrets: createKeyFileSecrets(options.dataDir),
      printing: createBrowserPrinting(printPages),
      onWake: createWakeWatch(),
      quit: () => quit(),
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
  let close = (): void => {}
  const open = (): void => {
    let linkFile: LinkFile
    try {
      linkFile = writeLinkFile(dataDir, door.newLink())
    } catch (error) {
      if (!isNoRoom(error)) throw error
      return console.error('The window could not be opened: the disk is full. Open the address in a browser.')
    }
    const flags = windowFlags(linkFile.address, path.join(dataDir, 'browser-window'), screen, kiosk)
    const window = openWindow(browser, flags)
    let again: NodeJS.Timeout | undefined
    const onExit = () => {
      linkFile.remove()
      if (kiosk) again = setTimeout(open, COMES_BACK_MS)
      else console.log(`The window was closed; Packbench keeps running. Open it again: ${door.newLink()}`)
    }
    window.once('exit', onExit)
    window.once('error', (error) => console.error(`The window could not be opened: ${error.message}`))
    close = () => {
      clearTimeout(again)
      window.off('exit', onExit)
      window.kill()
      linkFile.remove()
    }
  }
  open()
  return () => close()
}
