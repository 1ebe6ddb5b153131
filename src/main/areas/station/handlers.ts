import type { stationCalls } from '../../../shared/contract/station'
import type { HandlersOf } from '../../bridge/handle'
import { confirmClock } from './confirm-clock'
import { readStatus } from './station'
import type { Parts } from '../parts'
import { syncNow } from './sync-now'

/** The window's own request is answered before the app ends. */
const ANSWERED_MS = 100

export function stationHandlers({
  version,
  host,
  clock,
  account,
  accounts,
  preferences,
  operators,
  lan,
  settingsView,
  signInView,
}: Parts): HandlersOf<typeof stationCalls> {
  return {
    'station:bootstrap': () => ({
      version,
      host: host.kind,
      status: readStatus(account()),
      preferences: preferences.read(),
      signIn: signInView(),
      // The others' orders and names are for those who work here.
      lan: operators.isBarred() ? { ...lan.view(), stations: [] } : lan.view(),
      ...settingsView(),
    }),
    'sync:now': () => syncNow({ account, clock }),
    'clock:confirm': () => confirmClock(account()),
    'backups:list': () => account().backups.list(),
    'backups:make': () => account().backups.make(),
    'backups:restore': async ({ name }) => ({ reopened: await accounts.restore(name) }),
    'station:leave': async ({ how, exportOps }) => {
      if (how === 'reset') return accounts.reset(exportOps)
      const exported = await accounts.readyToQuit(exportOps)
      // The window is answered first.
      clock.after(ANSWERED_MS, () => host.quit())
      return exported
    },
  }
}
