import type { stationCalls } from '../../../shared/contract/station'
import type { HandlersOf } from '../../bridge/handle'
import { openNotices } from '../../store/tables/notices'
import { acknowledge } from './acknowledge'
import { confirmClock } from './confirm-clock'
import { readStatus } from './station'
import type { Parts } from '../parts'
import { syncNow } from './sync-now'

/** The window's own request is answered before the app quits. */
const ANSWERED_MS = 100

export function stationHandlers({
  version,
  host,
  clock,
  account,
  accounts,
  preferences,
  operators,
  warehouse,
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
      // Other stations' orders and names are only for people who work here.
      lan: operators.isBarred() ? { ...warehouse.view(), stations: [] } : warehouse.view(),
      ...settingsView(),
    }),
    'station:sync': () => syncNow({ account, clock }),
    'station:notices': () => openNotices(account().db),
    'station:acknowledge': ({ noticeId }) => acknowledge(account(), noticeId),
    'station:confirm-clock': () => confirmClock(account()),
    'station:backups': () => account().backups.list(),
    'station:back-up': () => account().backups.make(),
    'station:restore': async ({ name }) => ({ reopened: await accounts.restore(name) }),
    'station:leave': async ({ how, exportOps }) => {
      if (how === 'reset') return accounts.reset(exportOps)
      const exported = await accounts.readyToQuit(exportOps)
      // The window is answered first.
      clock.after(ANSWERED_MS, () => host.quit())
      return exported
    },
  }
}
