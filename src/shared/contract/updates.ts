import { call, typed } from './call'
import { nothing } from './fields'

/** Newer versions of the program, from the place that IT names. */

export type UpdateView = {
  /**
   * `off`: IT named no place, or this host cannot update itself. `unknown`: not looked yet. `failing`: the last look
   * failed, the reason is in the log.
   */
  state: 'off' | 'unknown' | 'current' | 'ready' | 'failing'
  /** The version that is downloaded and can be installed; `null` unless `ready`. */
  version: string | null
}

export const updateCalls = {
  'updates:read': call({
    request: nothing,
    value: typed<UpdateView>(),
    errors: [],
    needs: 'install_update',
    records: 'nothing',
  }),
  /** Looks now, and downloads what is newer. */
  'updates:look': call({
    request: nothing,
    value: typed<UpdateView>(),
    errors: [],
    needs: 'install_update',
    records: 'nothing',
  }),
  /** Makes a backup, then ends the program, which starts again as the new version. */
  'updates:install': call({
    request: nothing,
    value: typed<{ version: string }>(),
    errors: ['no_update', 'bench_in_use', 'sending_now', 'backup_unusable'],
    needs: 'install_update',
    records: { kind: 'update', done: ({ version }) => ({ version }) },
  }),
}
