import { accessSync, constants, mkdirSync } from 'node:fs'
import type { RequestChannel } from '../../shared/contract/channels'
import type { SignInView } from '../../shared/contract/operators'
import type { Result } from '../../shared/contract/result'
import type { SettingsView, StationChange, StationEvent } from '../../shared/contract/views'
import { createApprovals } from '../bridge/approvals'
import { setupText } from './provisioning/export'
import { fixedNames } from './provisioning/read'
import { fileSealOf, openOpsOf } from './account/leave'
import { createPrintSettings } from './account/print-settings'
import { openAccounts } from './account/switch'
import { EVENT_NEEDS } from '../../shared/contract/event-needs'
import { isFirstStart } from './first-start'
import { networkOf } from './network'
import { trusted } from '../partner/trust'
import { openWarehouse } from '../warehouse/warehouse'
import { floorOf } from '../areas/bulk/price-floor'
import { allHandlers } from '../areas/handlers'
import { recorded } from '../bridge/acts'
import { guarded } from '../bridge/guard'
import { createHandler } from '../bridge/handle'
import { stamped } from '../bridge/stamp'
import { systemClock, type Clock } from '../base/clock'
import type { Gate } from '../sync/connection/gate'
import { watchMemory } from '../base/memory'
import { countRevisions } from '../base/revision'
import type { Host } from '../hosts/host'
import type { StationOptions } from './options'
import { lender } from '../bridge/delegated-approval'
import { createOperators } from '../areas/operators/operators'
import { createHandPermits } from '../areas/packing/hand-permits'
import { createScannedUnits } from '../areas/packing/scanned-units'
import { openInstructionFolder } from '../areas/instructions/instruction-folder'
import { openLabelFolder } from '../areas/labels/label-folder'
import { openPreferences } from '../areas/settings/preferences'
import { openSignInFile } from '../areas/operators/sign-in-state'
import { StartError } from '../base/station-error'
import { exportsDir } from '../store/recovery/export-file'
import { noticeForEvidence, opForEvidence } from '../areas/evidence/evidence'
import { whoWorksHere } from '../areas/station/capture'
import { watchUpdates } from '../areas/updates/watch-updates'
import { readStationSettings } from '../areas/settings/settings'

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

/** Events were withheld while the station was barred, so everything is read again. */
const MISSED: readonly StationChange[] = [
  { kind: 'orders_changed', orderIds: null },
  { kind: 'outbox_changed' },
  { kind: 'items_changed' },
  { kind: 'notices_changed' },
]

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
  const network = networkOf(options, host)
  const firstStart = isFirstStart(options)
  const { provisioning } = options
  const ofThisPc = openPreferences(options.dataDir, (line) => console.error(line), provisioning.preferences)
  const listeners = new Set<(event: StationEvent) => void>()
  const revision = countRevisions()
  const tell = (event: StationEvent): void => {
    // SECURITY: a barred station tells its window nothing of orders; it catches up after the badge.
    if (EVENT_NEEDS[event.kind] === 'operator' && operators.isBarred()) return
    for (const listener of listeners) listener(event)
  }
  /** Tells at once what has just been read. */
  const announce = (change: StationChange): void => tell({ ...change, revision: revision() })
  // Set once an account is open.
  let personChanged = (): void => {}
  const operators = createOperators(
    ofThisPc,
    clock,
    openSignInFile(options.dataDir, (line) => console.error(line)),
    () => personChanged(),
  )
  const approvals = createApprovals(clock)
  const permits = createHandPermits()
  const scanned = createScannedUnits()
  const doorkeeper = {
    operators,
    approvals,
    kiosk: options.kiosk,
    packersSwitch: () => ofThisPc.read().accounts.packersSwitch,
    packersTeach: () => ofThisPc.read().packing.packersTeach,
    waitsForOperators: (): boolean => operators.stored().length === 0 && warehouse.waitsForOperators(),
  }
  const signedIn = (): string | null => {
    const name = operators.signedIn()?.name ?? null
    const supervisor = lender()
    return name === null || supervisor === null ? name : `${name}, approved by ${supervisor}`
  }
  let setupTaken = (): void => {}
  const { warehouseId } = options.provisioned
  const warehouse = openWarehouse(
    {
      preferences: ofThisPc,
      clock,
      dataDir: options.dataDir,
      hubAddress: options.hub ?? null,
      trusted: () => trusted(network.caCertificates),
      version,
      provisioning,
      setupOf: {
        operators,
        fixed: {
          preferences: provisioning.preferences ?? {},
          station: { ...provisioning.station, ...(warehouseId === null ? {} : { warehouseId }) },
        },
        key: options.setupKey ?? null,
        papers: () => papers,
        onTaken: () => setupTaken(),
      },
    },
    announce,
  )
  const instructions = openInstructionFolder(options.dataDir, clock)
  const serialRule = () => ofThisPc.read().packing
  const oneBox = () => ofThisPc.read().labels.oneBox
  const around = { signedIn, neighbors: warehouse, instructions, serialRule, oneBox }
  const deps = {
    options,
    secrets: host.secrets,
    clock,
    userAgent,
    network,
    around,
    revision,
    passphrase: () => warehouse.passphrase(),
    photoDays: () => ofThisPc.read().camera.keepDays,
    priceFloor: () => floorOf(ofThisPc.read().prices),
    guard: (gate: Gate) => warehouse.guard(gate),
  }
  const accounts = await openAccounts(deps, tell)
  let account = accounts.current()
  const papers = createPrintSettings({ preferences: ofThisPc, dataDir: options.dataDir }, () => account)
  warehouse.join(account)
  const { preferences } = papers
  accounts.onReplaced((next) => {
    account = next
    permits.clear()
    scanned.forget()
    approvals.clear()
    warehouse.join(next)
  })
  const updates = watchUpdates(host.updater ?? null, clock, (line) => console.error(line))
  // The process's own time: a test that hurries the station's clock must not collect garbage all the time.
  const stopWatchingMemory = watchMemory({ clock: systemClock })
  const stopWaking = host.onWake(() => {
    warehouse.wake()
    account.wake()
  })

  const settingsView = (): SettingsView => ({
    settings: readStationSettings(account),
    connection: {
      mode: account.mode,
      baseUrl: account.baseUrl,
      hasToken: account.accessToken() !== null,
      provisioned: options.training || options.provisioned.baseUrl !== null,
      firstStart,
      openElsewhere: accounts.openOpsElsewhere(),
    },
    fixed: fixedNames(provisioning).filter((name) => !(papers.areOwn() && name.startsWith('sender.'))),
    accounts: accounts.inShort(),
    kiosk: options.kiosk,
  })

  const signInView = (): SignInView => operators.view(whoWorksHere(account))
  let wasBarred = operators.isBarred()
  const tellSignIn = (): SignInView => {
    const signIn = signInView()
    const barred = signIn.barred !== null
    // Nobody stands at a barred bench.
    if (barred) warehouse.put(null)
    warehouse.refresh()
    announce({ kind: 'sign_in_changed', signIn })
    if (wasBarred && !barred) MISSED.forEach(announce)
    if (wasBarred && !barred) announce({ kind: 'lan_changed', lan: warehouse.view() })
    wasBarred = barred
    return signIn
  }
  const tellSettings = (): void => announce({ kind: 'settings_changed' })

  personChanged = () => {
    approvals.clear()
    permits.clear()
    tellSignIn()
  }

  setupTaken = () => {
    operators.refresh()
    personChanged()
    tellSettings()
  }

  const handlers = allHandlers({
    version,
    host,
    clock,
    account: () => account,
    accounts,
    preferences,
    logo: papers.logo,
    instructions,
    labels: openLabelFolder(() => ofThisPc.read().labelFolder.path, clock),
    operators,
    doorkeeper,
    permits,
    scanned,
    warehouse,
    updates,
    fixedSettings: provisioning.station ?? {},
    fromIt: {
      dataDir: options.dataDir,
      provisioningFile: provisioning.file,
      provisioningProblems: options.warnings,
    },
    setupText: () =>
      setupText({
        ...settingsView(),
        preferences: ofThisPc.read(),
        kiosk: options.kiosk,
        updateUrl: options.updateUrl,
      }),
    fileSeal: () => fileSealOf(account),
    settingsView,
    signInView,
    tellSignIn,
    tellSettings,
    personChanged,
  })
  // The order counts. `stamped` is innermost, next to the handler, so that the revision is that of the moment of reading. `guarded` is
  // outside it, so that a refused call reads nothing. `recorded` is outermost: it records refusals too, and the act that it starts
  // (`asOneAct`) is where `guarded` notes who lent it.
  const handle = createHandler(
    recorded(guarded(stamped(handlers, revision), doorkeeper), {
      who: () => whoWorksHere(account),
      op: (seq) => opForEvidence(account.db, seq),
      notice: (noticeId) => noticeForEvidence(account.db, noticeId),
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
        if (listeners.size === 0) warehouse.put(null)
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
      updates.stop()
      stopWatchingMemory()
      operators.close()
      // The hub gets the last entry, too.
      account.evidence.flush()
      await warehouse.close()
      await accounts.close()
    },
  }
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
