import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AppUpdater, CancellationToken } from 'electron-updater'
import { readPlainFile } from '../../base/plain-file'
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

/** SECURITY: electron-updater follows a redirect from https to http. */
export function refuseHttp({
  webRequest,
}: {
  webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>
}): void {
  webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_details, answer) => answer({ cancel: true }))
}

/** Beside the program's resources, which only an administrator or the next version changes. */
export const KEY_FILE = 'update-key.pem'
const MOST_KEY_BYTES = 10_000

/** As of `openssl pkey -pubout`. @throws Error in words, without a key that can be used */
function readKey(file: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey(readPlainFile(file, MOST_KEY_BYTES))
  } catch {
    throw new Error('this build was made without a key for updates')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is no Ed25519 key')
  return key
}

type ProviderClass = new (...options: unknown[]) => unknown

/**
 * SECURITY: the server's list of files and checksums counts only if the pinned key has signed its exact bytes.
 * electron-updater checks signatures on Windows alone: elsewhere, a hijacked server could install anything.
 */
async function signedProvider(key: KeyObject): Promise<ProviderClass> {
  const { GenericProvider } = await import('electron-updater/out/providers/GenericProvider.js')
  class SignedProvider extends GenericProvider {
    protected override async httpRequest(
      url: URL,
      ...more: [headers?: OutgoingHttpHeaders | null, cancellation?: CancellationToken]
    ): Promise<string | null> {
      const text = await super.httpRequest(url, ...more)
      const beside = new URL(url)
      beside.pathname += '.sig'
      const signature = await super.httpRequest(beside, ...more).catch(() => null)
      if (signature === null) throw new Error('the update is not signed')
      if (!verify(null, Buffer.from(text ?? ''), key, Buffer.from(signature.trim(), 'base64')))
        throw new Error('the update is not signed with the key of this program')
      return text
    }
  }
  // It is made with the options of `setFeedURL`, which have the rest of what it needs.
  return SignedProvider as unknown as ProviderClass
}

/**
 * Updates from IT's own web server, signed with the key that the build pins. electron-updater's `stagingPercentage` says
 * how many stations get a version.
 * @param url the folder with `latest.yml` and the installers
 * @param keyFile the public key that signs updates
 * @param load loads electron-updater, which few starts need
 * @param end closes the data without asking; what it is given then ends the program
 */
export function createUpdater(
  url: string,
  keyFile: string,
  load: () => Promise<UpdaterPart>,
  end: (last: () => void) => void,
  app: RestartPart,
): Updater {
  let updater: UpdaterPart | null = null
  let fetched: Fetched | null = null
  const configured = async (): Promise<UpdaterPart> => {
    if (updater !== null) return updater
    const loaded = await load()
    // Its lines are paragraphs; the caller says in one line what failed.
    loaded.logger = null
    loaded.setFeedURL({ provider: 'custom', updateProvider: await signedProvider(readKey(keyFile)), url })
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
      const [file = ''] = (await found.downloadPromise) ?? []
      const { files, version } = found.updateInfo
      fetched = { file, checksums: new Set(files.map(({ sha512 }) => sha512)) }
      return version
    },
    install() {
      const [ready, installer] = [updater, fetched]
      if (ready !== null && installer !== null) end(() => installAndRestart(ready, installer, app))
    },
  }
}

type Fetched = { file: string; checksums: ReadonlySet<string> }

/** SECURITY: it may have waited for days where this user can write, and is started as root. */
function isAsSigned({ file, checksums }: Fetched): boolean {
  try {
    return checksums.has(createHash('sha512').update(readFileSync(file)).digest('base64'))
  } catch {
    return false
  }
}

/** The data is closed, so the program ends in any case: as the new version, or, if that fails, as this one again. */
function installAndRestart(updater: UpdaterPart, fetched: Fetched, app: RestartPart): void {
  const image = process.env['APPIMAGE']
  let execPath = image
  let failed = false
  const relaunch = (): void =>
    execPath === undefined ? app.relaunch() : app.relaunch({ execPath, args: process.argv.slice(1) })
  const fail = (why: string): void => {
    failed = true
    console.error(`The update could not be installed: ${why}`)
    relaunch()
    app.exit(0)
  }
  if (!isAsSigned(fetched)) return fail('the installer has changed since it was downloaded')
  updater.once('error', (error) => fail(error.message))
  // Of an image whose name contains its version.
  updater.on('appimage-filename-updated', (file) => (execPath = file))
  // electron-updater itself would start a new image at once and without this one's flags.
  updater.quitAndInstall(true, image === undefined)
  if (image !== undefined && !failed) relaunch()
}
