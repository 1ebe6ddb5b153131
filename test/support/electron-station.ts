import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright/test'
import { cleanEnvironment, type StationStart } from './station'

/** The built app in real Electron. */

const ROOT = path.join(__dirname, '..', '..')

export type ElectronStation = {
  /** The page of the latest start. */
  page(): Page
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts Electron from `PACKBENCH_ELECTRON` and waits for its window. */
export async function startElectronStation(
  { dataDir, flags = [], env }: StationStart,
  onPage: (page: Page) => Promise<void>,
): Promise<ElectronStation> {
  const next = async (nextEnv: StationStart['env']) => {
    const app = await launchElectron([ROOT, `--data-dir=${dataDir}`, ...flags], nextEnv)
    const page = await app.firstWindow()
    await onPage(page)
    return { app, page }
  }
  let current = await next(env)
  return {
    page: () => current.page,
    restart: async (more) => {
      await current.app.close()
      current = await next({ ...env, ...more })
    },
    stop: () => current.app.close(),
    kill: async () => {
      const closed = current.app.waitForEvent('close')
      current.app.process().kill('SIGKILL')
      await closed
    },
  }
}

function launchElectron(args: string[], env: StationStart['env']): Promise<ElectronApplication> {
  const executablePath = process.env['PACKBENCH_ELECTRON']
  if (executablePath === undefined) throw new Error('PACKBENCH_ELECTRON is not set: use npm run test:e2e')
  return _electron.launch({ executablePath, args, env: cleanEnvironment(env), chromiumSandbox: true })
}
