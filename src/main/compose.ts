import { accessSync, constants, mkdirSync } from 'node:fs'
import type { RequestChannel } from '../shared/contract/channels'
import type { SignInView } from '../shared/contract/operators'
import type { Result } from '../shared/contract/result'
import type { SettingsView, StationEvent, StationStatus } from '../shared/contract/views'
import type { Account } from './compose-account'
import { createApprovals } from './approvals'
import { fileSealOf, openAccounts, openOpsOf } from './compose-accounts'
import { EVENT_NEEDS } from '../shared/contract/event-needs'
import { importWithEvidence } from './compose-import'
import { composeLan } from './compose-lan'
import { recorded } from './bridge/acts'
import { guarded, lend } from './bridge/guard'
import { createHandler, type Handlers } from './bridge/handle'
import { systemClock, type Clock } from './clock'
import type { Host } from './hosts/host'
import type { StationOptions } from './options'
import { lender } from './lent-act'
import { createOperators } from './operators'
import { loadHolidays } from './holidays'
import { openPreferences } from './preferences'
import { openSignInFile } from './sign-in-state'
import { drawForScreen } from './print/barcode'
import { StartError } from './station-error'
import { exportsDir } from './store/export-file'
import { notCached } from './store/items'
import { listOutbox } from './store/outbox-list'
import { openNotices } from './store/notices'
import { acknowledge } from './usecases/acknowledge'
import { adoptOp } from './usecases/adopt-op'
import { answerOp } from './usecases/answer-op'
import { delistItem, updateItem } from './usecases/change-item'
import { cancelOrder, refundAskedTwice } from './usecases/change-order'
import { commitHandover } from './usecases/commit-handover'
import { confirmClock } from './usecases/confirm-clock'
import { correctOp } from './usecases/correct-op'
import { createItem } from './usecases/create-item'
import { exportEvidence, listEvidence, opForEvidence } from './usecases/evidence'
import { exportOps } from './usecases/export-ops'
import { changeHold } from './usecases/hold-order'
import { readHandover, removeFromDock, scanAtDock } from './usecases/handover'
import { listOrders } from './usecases/list-orders'
import { listItems, readItem } from './usecases/list-items'
import { whoWorksHere } from './usecases/capture'
import { moveShipment } from './usecases/move-shipment'
import { openOrder, refreshOrder } from './usecases/open-order'
import { packShipment } from './usecases/pack-shipment'
import { proposeDelivery } from './usecases/propose-delivery'
import { printDocument } from './usecases/print-document'
import { readCategories } from './usecases/read-categories'
import { readOp, readShipmentHistory } from './usecases/read-op'
import { runDrill } from './usecases/drills'
import { readStatistics } from './usecases/read-statistics'
import { recordBench } from './usecases/record-bench'
import { resolveScan } from './usecases/resolve-scan'
import { readStationSettings, saveStationSettings } from './usecases/settings'
import { readStatus } from './usecases/station'

/** The whole application without a window: what a host shows. */
export type Packbench = {
  /** Never throws; every outcome is an envelope. */
  handle(channel: RequestChannel, request: unknown): Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  onEvent(listener: (event: StationEvent) => void): () => void
  /** Whether somebody must sign in before anything is shown. */
  isBarred(): boolean
  wake(reason: string): void
  /** What would be left behind by quitting now; 0 in training, where ops are for practice. */
  openWork(): { ops: number; exportsDir: string }
  close(): Promise<void>
}

/** What a barred station did not tell is asked for again. */
const MISSED: readonly StationEvent[] = [
  { kind: 'orders_changed', orderIds: null },
  { kind: 'outbox_changed' },
  { kind: 'items_changed' },
  { kind: 'notices_changed' },
]

/** The window's own request is answered before the app ends. */
const ANSWERED_MS = 100

/**
 * Wires every part together and starts work.
 * @throws StartError with one clear line when the data cannot be used
 */
export async function composePackbench(
  options: StationOptions,
  host: Host,
  version: string,
  clock: Clock = systemClock,
): Promise<Packbench> {
  prepareDataDir(options.dataDir)
  const userAgent = `Packbench/${version}`
  const preferences = openPreferences(options.dataDir, (line) => console.error(line))
  const listeners = new Set<(event: StationEvent) => void>()
  const tell = (event: StationEvent): void => {
    // SECURITY: a barred station tells its window nothing of orders; it catches up after the badge.
    if (EVENT_NEEDS[event.kind] === 'operator' && operators.isBarred()) return
    for (const listener of listeners) listener(event)
  }
  // Set once there is an account of which something may be told.
  let personChanged = (): void => {}
  const operators = createOperators(
    preferences,
    clock,
    openSignInFile(options.dataDir, (line) => console.error(line)),
    () => personChanged(),
  )
  const approvals = createApprovals(clock)
  const doorkeeper = { operators, approvals }
  const signedIn = (): string | null => {
    const name = operators.signedIn()?.name ?? null
    const supervisor = lender()
    return name === null || supervisor === null ? name : `${name}, approved by ${supervisor}`
  }
  const lan = composeLan({ preferences, clock, dataDir: options.dataDir }, tell)
  const around = { signedIn, neighbours: lan }
  const deps = {
    options,
    secrets: host.secrets,
    clock,
    userAgent,
    around,
    passphrase: () => lan.passphrase(),
  }
  const accounts = await openAccounts(deps, tell)
  let account = accounts.current()
  lan.join(account)
  accounts.onReplaced((next) => {
    account = next
    lan.join(next)
  })
  const stopWaking = host.onWake(() => {
    lan.wake()
    account.wake()
  })

  const settingsView = (): SettingsView => ({
    settings: readStationSettings(account),
    connection: {
      mode: account.mode,
      baseUrl: account.baseUrl,
      hasToken: account.accessToken() !== null,
      provisioned: options.training || options.provisioned.baseUrl !== null,
      openElsewhere: accounts.openOpsElsewhere(),
    },
  })

  const signInView = (): SignInView => operators.view(whoWorksHere(account))
  let wasBarred = operators.isBarred()
  const tellSignIn = (): SignInView => {
    const signIn = signInView()
    const barred = signIn.barred !== null
    // Nobody stands at a barred bench.
    if (barred) lan.put(null)
    lan.refresh()
    tell({ kind: 'sign_in_changed', signIn })
    if (wasBarred && !barred) MISSED.forEach(tell)
    if (wasBarred && !barred) tell({ kind: 'lan_changed', lan: lan.view() })
    wasBarred = barred
    return signIn
  }
  personChanged = () => {
    approvals.clear()
    tellSignIn()
  }
  const carriers = () => preferences.read().carriers.list

  const syncNow = async (): Promise<StationStatus> => {
    account.wake()
    await progressOf(account, clock)
    return readStatus(account)
  }

  const handlers: Handlers = {
    'station:bootstrap': async () => ({
      version,
      host: host.kind,
      status: readStatus(account),
      preferences: preferences.read(),
      signIn: signInView(),
      // The others' orders and names are for those who work here.
      lan: operators.isBarred() ? { ...lan.view(), stations: [] } : lan.view(),
      ...settingsView(),
    }),
    'queue:list': (request) => listOrders(account, preferences.read(), request),
    'order:open': async ({ orderId }) => {
      const order = openOrder(account, orderId)
      const itemNumbers = order.lines.flatMap(({ itemNumber }) => (itemNumber === null ? [] : [itemNumber]))
      account.titles.want(notCached(account.db, itemNumbers))
      return order
    },
    'order:refresh': ({ orderId }) => refreshOrder(account, orderId),
    'scan:resolve': async ({ codes }) => resolveScan(account, carriers(), codes),
    'shipment:pack': async (request) => packShipment(account, request),
    'shipment:move': async (request) => moveShipment(account, request),
    'shipment:history': async ({ shipmentId }) => readShipmentHistory(account, shipmentId),
    'order:cancel': async (request) => cancelOrder(account, request),
    'order:hold': async (request) => changeHold(account, request),
    'order:refund': async (request) => refundAskedTwice(account, request, preferences.read().money),
    'outbox:list': async ({ view, offset, limit }) => listOutbox(account.db, view, offset, limit),
    'outbox:read': async ({ seq }) => readOp(account, seq),
    'outbox:answer': async (request) => answerOp(account, request),
    'outbox:adopt': async (request) => adoptOp(account, request),
    'outbox:correct': async (request) => correctOp(account, request),
    'outbox:export': async () => exportOps(account, ...fileSealOf(account)),
    'outbox:import': async ({ content }) => importWithEvidence(account, content),
    'notices:list': async () => openNotices(account.db),
    'notices:acknowledge': async ({ noticeId }) => acknowledge(account, noticeId),
    'items:list': (request) => listItems(account, request),
    'item:read': ({ itemNumber }) => readItem(account, itemNumber),
    'item:create': async (request) => createItem(account, request),
    'item:update': async (request) => updateItem(account, request),
    'item:delist': async (request) => delistItem(account, request),
    'categories:read': ({ refresh }) => readCategories(account, refresh),
    'clock:confirm': async () => confirmClock(account),
    'backups:list': async () => account.backups.list(),
    'backups:make': () => account.backups.make(),
    'backups:restore': async ({ name }) => ({ reopened: await accounts.restore(name) }),
    'station:leave': async (request) => {
      if (request.how === 'reset') return accounts.reset(request.exportOps)
      const exported = await accounts.readyToQuit(request.exportOps)
      // The window is answered first.
      clock.after(ANSWERED_MS, () => host.quit())
      return exported
    },
    'sync:now': syncNow,
    'settings:read': async () => settingsView(),
    'settings:save': async (settings) => {
      saveStationSettings(account, settings)
      tellSignIn()
      return settingsView()
    },
    'settings:connect': (request) => accounts.connect(request),
    'settings:train': (request) => accounts.train(request.exportOps),
    'preferences:save': async (part) => {
      const saved = preferences.save(part)
      operators.refresh()
      tellSignIn()
      return saved
    },
    'training:drill': async (request) => {
      runDrill(account.drills, request)
      return syncNow()
    },
    'training:barcode': ({ code }) => drawForScreen(code),
    'print:printers': () => host.printing.printers(),
    'print:document': (request) =>
      printDocument(
        account,
        { printing: host.printing, preferences: preferences.read().printing, operators },
        request,
      ),
    'evidence:record': async ({ entries }) => recordBench(account.evidence, whoWorksHere(account), entries),
    'evidence:list': async (request) => listEvidence(account, request),
    'evidence:verify': () => account.evidence.verify(),
    'evidence:export': () => exportEvidence(account.evidence, clock.wallMs()),
    'statistics:read': async ({ days }) => readStatistics(account, account.evidence, days),
    'operators:sign-in': async (request) => {
      await operators.signIn(request)
      personChanged()
      return signInView()
    },
    'operators:sign-out': async () => {
      operators.signOut()
      personChanged()
      return signInView()
    },
    'operators:lock': async () => {
      operators.lock()
      personChanged()
      return signInView()
    },
    // The guard has noted it.
    'operators:active': async () => null,
    'operators:lend': (request) => lend(doorkeeper, request),
    'operators:list': async () => operators.list(),
    'operators:save': async (request) => {
      await operators.save(request)
      operators.refresh()
      personChanged()
      return operators.list()
    },
    'carriers:propose': (request) => proposeDelivery(account, carriers(), request),
    'carriers:countries': async () => (await loadHolidays()).countries,
    'handover:read': async ({ mode }) => readHandover(account, mode),
    'handover:scan': async (request) => scanAtDock(account, carriers(), request),
    'handover:remove': async (request) => removeFromDock(account, request),
    'handover:commit': (request) => commitHandover(account, carriers(), request),
    'bench:put': async ({ orderId }) => {
      lan.put(orderId)
      return null
    },
    'bench:take': async ({ orderId }) => lan.take(orderId),
    'lan:read': async () => lan.view(),
    'lan:passphrase': async ({ passphrase }) => lan.savePassphrase(passphrase),
  }

  const handle = createHandler(
    recorded(guarded(handlers, doorkeeper), {
      who: () => whoWorksHere(account),
      op: (seq) => opForEvidence(account.db, seq),
      record: (act) => account.evidence.append(act),
    }),
    (line) => console.error(line),
    (error) => account.suspect(error),
  )
  return {
    async handle(channel, request) {
      await accounts.ready()
      return handle(channel, request)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // Nobody stands at a bench without a window.
        if (listeners.size === 0) lan.put(null)
      }
    },
    isBarred: () => operators.isBarred(),
    wake: () => account.wake(),
    openWork: () => ({
      ops: openOpsOf(account),
      exportsDir: exportsDir(account.db),
    }),
    async close() {
      stopWaking()
      operators.close()
      await lan.close()
      await accounts.close()
    },
  }
}

/** A first import may take an hour, and who asked wants to see that something happens. */
const LONGEST_SYNC_ANSWER_MS = 2_000

async function progressOf(account: Account, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = clock.after(LONGEST_SYNC_ANSWER_MS, resolve)
    void account.pull.progressed().then(() => {
      cancel()
      resolve()
    })
  })
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError('data_dir_unusable', `The data folder ${dataDir} cannot be written.`, {
      cause: error,
    })
  }
}
