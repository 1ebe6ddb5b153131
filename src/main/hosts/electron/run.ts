import path from 'node:path'
import type Electron from 'electron'
import type { Packbench } from '../../app/compose'
import type { StationOptions } from '../../app/options'
import type { PrintPage } from '../../base/printing'
import { nameCalls } from '../../base/verbose'
import type { Host, Updater } from '../host'
import { createKeyFileSecrets } from '../key-file-secrets'
import { readRendererFiles } from '../renderer-files'
import { createPrintPages, type PrintPages } from '../print-pages'
import { createWakeWatch } from '../wake-watch'
import { APP_URL, serveApp } from './app-protocol'
import { recoverPage } from './crashes'
import { sendEvents, serveRequests } from './ipc'
import { queuePdf } from './queue-pdf'
import { restrictSession } from './policy'
import { createElectronPrinting, PAPER_WINDOW } from './printing'
import { createElectronSecrets } from './secrets'
import { createSystemProxy } from './system-proxy'
import { createUpdater, KEY_FILE, refuseHttp } from './updater'
import { windowOptions } from './window-options'

/**
 * Runs Packbench in Electron; call it once Electron is ready and the data folder is locked.
 * @param outDir The folder of the built code.
 * @param quit Closes the data and ends the app without asking, by `last` if it is given.
 * @returns `closeAsked`: somebody has tried to close the window meanwhile.
 * @throws StartError with one clear line.
 */
export async function runElectronHost(
  electron: typeof Electron,
  options: StationOptions,
  outDir: string,
  version: string,
  quit: (last?: () => void) => void,
): Promise<{ packbench: Packbench; window: Electron.BrowserWindow; closeAsked: boolean }> {
  const allowDevTools = !electron.app.isPackaged
  restrictSession(electron.session.defaultSession, allowDevTools)
  const printPages = createPrintPages()
  const begun = serveApp(
    electron.protocol,
    await readRendererFiles(path.join(outDir, 'renderer')),
    printPages,
  )
  const host = electronHost(electron, options, outDir, printPages, quit)
  const window = new electron.BrowserWindow(
    windowOptions(path.join(outDir, 'preload', 'index.js'), allowDevTools, options.kiosk),
  )
  window.once('ready-to-show', () => window.show())
  recoverPage(window.webContents, options.dataDir)
  // Until the data is open nobody can say whether something waits, so the window closes once it is.
  let closeAsked = false
  const closeLater = (event: Pick<Electron.Event, 'preventDefault'>): void => {
    event.preventDefault()
    closeAsked = true
  }
  window.on('close', closeLater)
  // Nobody touches the PC of a kiosk while packing, and a dark screen hides the order.
  if (options.kiosk) electron.powerSaveBlocker.start('prevent-display-sleep')
  // The page takes as long to start as the program, so both start at once; early calls wait. But main serves the page:
  // first it gets its script, which it then computes while main loads the program.
  const loading = window.loadURL(APP_URL)
  const composing = Promise.race([begun, loading]).then(async () => {
    const { composePackbench } = await import('../../app/compose')
    const composed = await composePackbench(options, host, version)
    const station = options.verbose ? nameCalls(composed) : composed
    // From now on: what the page has asked already, while the rest of it loads, it does not ask again.
    window.once('closed', sendEvents(station, window.webContents))
    return station
  })
  const handle: Packbench['handle'] = async (channel, request) => (await composing).handle(channel, request)
  serveRequests(electron.ipcMain, { handle }, () => window.webContents)
  try {
    const [packbench] = await Promise.all([composing, loading])
    window.off('close', closeLater)
    return { packbench, window, closeAsked }
  } catch (error) {
    window.destroy()
    await composing.then(
      (packbench) => packbench.close(),
      () => undefined,
    )
    throw error
  }
}

function electronHost(
  electron: typeof Electron,
  { dataDir, updateUrl }: StationOptions,
  outDir: string,
  printPages: PrintPages,
  quit: (last?: () => void) => void,
): Host {
  const watchWake = createWakeWatch()
  return {
    kind: 'electron',
    secrets: createElectronSecrets(electron.safeStorage, createKeyFileSecrets(dataDir)),
    proxyFor: createSystemProxy(electron.session.defaultSession),
    printing: createElectronPrinting(() => new electron.BrowserWindow(PAPER_WINDOW), printPages, {
      queue: queuePdf,
      // A thread reads real files, which `asarUnpack` in electron-builder.yml keeps outside the archive.
      draw: (pdf) =>
        drawPdf(
          pdf,
          electron.app.isPackaged ? path.join(process.resourcesPath, 'app.asar.unpacked', 'out') : outDir,
        ),
    }),
    onWake(listener) {
      const resumed = () => listener('resume')
      electron.powerMonitor.on('resume', resumed)
      const stopWatching = watchWake(listener)
      return () => {
        electron.powerMonitor.off('resume', resumed)
        stopWatching()
      }
    },
    quit: () => quit(),
    // An unpacked program has no installer that could replace it.
    ...(updateUrl !== undefined &&
      electron.app.isPackaged && { updater: updaterFrom(updateUrl, quit, electron.app) }),
  }
}

/** @throws StationError `label_unprintable` */
async function drawPdf(pdf: Buffer, outDir: string): Promise<PrintPage> {
  const { drawLabelPdf } = await import('../../print/pdf-pages')
  const part = (name: string) => path.join(outDir, 'main', name)
  return drawLabelPdf(pdf, { script: part('pdf-worker.js'), wasm: part('pdfium.wasm') })
}

function updaterFrom(url: string, quit: (last?: () => void) => void, app: Electron.App): Updater {
  const load = async () => {
    const { autoUpdater } = await import('electron-updater')
    if (url.startsWith('https:')) refuseHttp(autoUpdater.netSession)
    return autoUpdater
  }
  return createUpdater(url, path.join(process.resourcesPath, KEY_FILE), load, quit, app)
}
