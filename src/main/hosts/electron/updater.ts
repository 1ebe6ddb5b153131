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
  | 'quitAndInstall'
  | 'setFeedURL'
>

/**
 * Updates from a web server of IT's own. Which share of the stations gets a version is electron-updater's
 * `stagingPercentage`.
 * @param url the folder with `latest.yml` and the installers
 * @param load loads electron-updater, which few starts need
 * @param quit ends the program without asking, by the way it is given
 */
export function createUpdater(
  url: string,
  load: () => Promise<UpdaterPart>,
  quit: (end: () => void) => void,
): Updater {
  let updater: UpdaterPart | null = null
  const configured = async (): Promise<UpdaterPart> => {
    if (updater !== null) return updater
    const loaded = await load()
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
      if (ready !== null) quit(() => ready.quitAndInstall(true, true))
    },
  }
}
