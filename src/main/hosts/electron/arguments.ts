/** The Windows installer adds it when it starts the app after an update. */
const AFTER_UPDATE = '--updated'

/**
 * Separates the user's flags from Electron's: unpackaged, they follow the app's path, which is the first argument
 * that is not a flag.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): string[] {
  if (isPackaged) return argv.slice(1).filter((argument) => argument !== AFTER_UPDATE)
  const appPath = argv.findIndex((argument, index) => index > 0 && !argument.startsWith('-'))
  return appPath < 0 ? [] : argv.slice(appPath + 1)
}
