import type { UpdateView } from '../../../shared/contract/updates'
import type { Clock } from '../../base/clock'
import type { Updater } from '../../hosts/host'

/** After the first orders are shown. */
const FIRST_LOOK_MS = 60_000
/** A staged release reaches a station within a shift; forty stations ask a server ten times an hour. */
const EVERY_MS = 4 * 3_600_000

export type UpdateWatch = {
  view(): UpdateView
  /** Looks now. */
  look(): Promise<UpdateView>
  stop(): void
}

/**
 * Looks for a newer version soon after the start and every four hours; what it finds is downloaded but not installed.
 * @param updater `null` where nothing can be updated
 * @param log gets one line for engineers when a look fails
 */
export function watchUpdates(
  updater: Pick<Updater, 'fetch'> | null,
  clock: Clock,
  log: (line: string) => void,
): UpdateWatch {
  if (updater === null) {
    const off: UpdateView = { state: 'off', version: null }
    return { view: () => off, look: () => Promise.resolve(off), stop: () => {} }
  }
  let view: UpdateView = { state: 'unknown', version: null }
  let stopped = false
  let looking: Promise<UpdateView> | null = null
  let cancel = clock.after(FIRST_LOOK_MS, () => void look())

  async function look(): Promise<UpdateView> {
    cancel()
    looking ??= fetchVersion()
    const found = await looking
    looking = null
    if (stopped) return view
    // A version that was downloaded before stays ready, whatever the place says now.
    if (view.state !== 'ready' || found.state === 'ready') view = found
    cancel()
    cancel = clock.after(EVERY_MS, () => void look())
    return view
  }
  async function fetchVersion(): Promise<UpdateView> {
    try {
      const version = (await updater?.fetch()) ?? null
      return { state: version === null ? 'current' : 'ready', version }
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      log(`No update could be read: ${reason}`)
      return { state: 'failing', version: null }
    }
  }
  return {
    view: () => view,
    look,
    stop() {
      stopped = true
      cancel()
    },
  }
}
