import { chmodSync, cpSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { windowOptions } from '../../src/main/hosts/electron/window-options'
import { electronCommand, giveToElectron } from './electron-station'
import type { Timed, TimedProgram } from './first-paint'
import { benchEnvironment } from './bench-station'
import { tempDir } from './temp-dir'

/** The built app in real Electron, and an empty window that the same runtime opens in the same way, for benchmarks. */

export const EMPTY: Timed = { identifier: 'empty', text: 'Empty' }
/** A hang, not a busy machine. */
export const WITHIN_MS = 60_000

/** How busy the machine was in the last minute. */
export const loadNow = () => loadavg()[0]?.toFixed(1)

export type ElectronWindows = {
  /** @param dataDir in a folder of the test's own, which its user may enter afterwards */
  station(dataDir: string, env?: Readonly<Record<string, string>>): TimedProgram
  empty(): TimedProgram
}

/**
 * On a copy of the runtime: pages of a file that other programs run, too, would count for a part of their size.
 * @param flags of Chromium
 */
export function electronWindows(flags: readonly string[] = []): ElectronWindows {
  const { file, program, env: own } = electronCommand()
  const executable = process.env['PACKBENCH_ELECTRON'] ?? ''
  const runtime = tempDir()
  cpSync(path.dirname(executable), runtime, { recursive: true })
  const copy = path.join(runtime, path.basename(executable))
  const emptyProgram = path.join(runtime, 'empty-window')
  cpSync(path.join(__dirname, 'empty-window'), emptyProgram, { recursive: true })
  chmodSync(runtime, 0o755)
  // Nobody looks, and there may be no GPU.
  const first = ['--disable-gpu', '--remote-debugging-port=0', ...flags]
  const started = (dataDir: string, argv: readonly string[], env: Readonly<Record<string, string>>) => ({
    file: file === executable ? copy : file,
    argv: [...first, ...argv],
    env: { ...benchEnvironment(env), HOME: giveToElectron(dataDir), ELECTRON_EXECUTABLE: copy },
    profileDir: path.join(dataDir, 'electron'),
  })
  return {
    station: (dataDir, env = {}) => started(dataDir, [program, `--data-dir=${dataDir}`], { ...own, ...env }),
    empty() {
      const dataDir = path.join(tempDir(), 'empty')
      const { webPreferences, ...options } = windowOptions('', false, false)
      const { preload: _none, ...preferences } = webPreferences ?? {}
      const asJson = JSON.stringify({ ...options, webPreferences: preferences })
      return started(dataDir, [emptyProgram, dataDir, asJson], own)
    },
  }
}
