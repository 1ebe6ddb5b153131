// @ts-check
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Arch } from 'electron-builder'
import { flipFuses, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * Called before anything is added to the runtime: one that is given as a folder brings a program of its own along.
 * @param {import('electron-builder').AfterPackContext} context
 */
export function afterExtract({ appOutDir, electronPlatformName }) {
  // macOS gets an app folder of its own name.
  if (electronPlatformName === 'darwin') return
  const resources = path.join(appOutDir, 'resources')
  rmSync(resources, { recursive: true, force: true })
  mkdirSync(resources)
}

/** SECURITY: the installed program cannot be turned into a bare Node or made to load other code. */
const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
}
const EXTENSIONS = { darwin: '.app', linux: '', win32: '.exe' }

/**
 * Called by electron-builder for each packed app, before it is signed. electron-builder's own `electronFuses` cannot
 * name every fuse of this Electron, nor insist on all of them.
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function afterPack({ appOutDir, packager, electronPlatformName, arch }) {
  requireOwnBinary(packager.getResourcesDir(appOutDir), `${electronPlatformName}-${Arch[arch]}.node`)
  const isMac = electronPlatformName === 'darwin'
  const name =
    'executableName' in packager ? String(packager.executableName) : packager.appInfo.productFilename
  const extension = EXTENSIONS[/** @type {keyof typeof EXTENSIONS} */ (electronPlatformName)] ?? ''
  const program = path.join(appOutDir, `${name}${extension}`)
  const common = /** @type {const} */ ({
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: isMac,
    ...FUSES,
  })
  // The older Electron of the tests ends with the fuse before.
  if (!(FuseV1Options.WasmTrapHandlers in (await getCurrentFuseWire(program))))
    return void (await flipFuses(program, common))
  await flipFuses(program, {
    ...common,
    // A new Electron with a fuse that is not decided on here is not packaged.
    strictlyRequireAllFuses: true,
    // undici parses HTTP in WebAssembly, which is slower without.
    [FuseV1Options.WasmTrapHandlers]: true,
  })
}

/**
 * The files in electron-builder.yml name the system that packs; another target would get a library that it cannot load.
 * @param {string} resourcesDir
 * @param {string} wanted
 */
function requireOwnBinary(resourcesDir, wanted) {
  const folder = path.join(resourcesDir, 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds')
  const binaries = readdirSync(folder)
  if (binaries.join() !== wanted)
    throw new Error(`SQLite for ${wanted} is needed, but ${binaries.join(', ') || 'none'} is packed`)
}
