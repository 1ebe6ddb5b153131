import type { AppUpdater } from 'electron-updater'
import type { Updater } from '../host'

/** The part of electron-updater that is used here. */
export type UpdaterPart = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'disableWebInstaller'
  | 'logger'
  | 'on'
  | 'once'
  | 'quitAndInstall'
  | 'setFeedURL'
>

/** The part of Electron's `app` that is used here. */
export type RestartPart = Pick<Electron.App, 'exit' | 'relaunch'>

/**
 * Updates from a web server of IT's own. Which share of the stations gets a version is electron-updater's
 * `stagingPercentage`.
 * @param url the folder with `latest.yml` and the installers
 * @param load loads electron-updater, which few starts need
 * @param end closes the data without asking; what it is given then ends the program
 */
export function createUpdater(
  url: string,
  load: () => Promise<UpdaterPart>,
  end: (last: () => void) => void,
  app: RestartPart,
): Updater {
  let updater: UpdaterPart | null = null
  const configured = async (): Promise<UpdaterPart> => {
    if (updater !== null) return updater
    const loaded = await load()
    // Its lines are paragraphs; the caller says in one line what failed.
    loaded.logger = null
    loaded.setFeedURL({ provider: 'generic', url })
    loaded.autoDownload = true
    // A packer who ends the shift does not wait for an installer; a supervisor says when.
    loaded.autoInstallOnAppQuit = false
    // The way back is the older installer: this program never takes data of a newer one.
    loaded.allowDowngrade = false
    loaded.disableWebInstaller = true
    return (updater = loaded)
  }
  return {
    async fetch() {
      const found = await (await configured()).checkForUpdates()
      if (found === null || !found.isUpdateAvailable) return null
      await found.downloadPromise
      return found.updateInfo.version
    },
    install() {
      const ready = updater
      if (ready !== null) end(() => installAndRestart(ready, app))
    },
  }
}

/** The data is closed, so the program ends in any case: as the new version, or, if that fails, as this one again. */
function installAndRestart(updater: UpdaterPart, app: RestartPart): void {
  const image = process.env['APPIMAGE']
  let execPath = image
  let failed = false
  const relaunch = (): void =>
    execPath === undefined ? app.relaunch() : app.relaunch({ execPath, args: process.argv.slice(1) })
  updater.once('error', (error) => {
    failed = true
    console.error(`The update could not be installed: ${error.message}`)
    relaunch()
    app.exit(0)
  })
  // Of an image whose name contains its version.
  updater.on('appimage-filename-updated', (file) => (execPath = file))
  // electron-updater itself would start a new image at once and without this one's flags.
  updater.quitAndInstall(true, image === undefined)
  if (image !== undefined && !failed) relaunch()
}
