import { accessSync, constants, mkdirSync } from 'node:fs'
import type { RequestChannel } from '../../shared/contract/channels'
import type { Result } from '../../shared/contract/result'
import type { SettingsView, StationEvent } from '../../shared/contract/views'
import { createApprovals, type Approvals } from '../bridge/approvals'
import { setupText } from './provisioning/export'
import { fixedNames } from './provisioning/read'
import { fileSealOf, openOpsOf } from './account/leave'
import type { Accounts } from './account/accounts'
import type { Account } from './account/open'
import { createPrintSettings, type PrintSettings } from './account/print-settings'
import { openAccounts } from './account/switch'
import { isFirstStart } from './first-start'
import { networkOf } from './network'
import { trusted } from '../partner/trust'
import { openWarehouse, type Warehouse } from '../warehouse/warehouse'
import { floorOf } from '../areas/bulk/price-floor'
import { allHandlers } from '../areas/handlers'
import { recorded } from '../bridge/acts'
import { guarded, type Doorkeeper } from '../bridge/guard'
import { createHandler, type Handlers } from '../bridge/handle'
import { stamped } from '../bridge/stamp'
import { systemClock, type Clock } from '../base/clock'
import { watchMemory } from '../base/memory'
import type { NextRevision } from '../base/revision'
import { Signal } from '../base/signal'
import type { Host } from '../hosts/host'
import { fixedSettings, type StationOptions } from './options'
import { lender } from '../bridge/delegated-approval'
import { createOperators, type Operators } from '../areas/operators/operators'
import { createHandPermits, type HandPermits } from '../areas/packing/hand-permits'
import { createScannedUnits, type ScannedUnits } from '../areas/packing/scanned-units'
import { openInstructionFolder, type InstructionFolder } from '../areas/instructions/instruction-folder'
import { openLabelFolder } from '../areas/labels/label-folder'
import { openPreferences, type PreferenceFile } from '../areas/settings/preferences'
import { openSignInFile } from '../areas/operators/sign-in-state'
import { StartError } from '../base/station-error'
import { exportsDir } from '../store/recovery/export-file'
import { noticeForEvidence, opForEvidence } from '../areas/evidence/evidence'
import { whoWorksHere } from '../areas/station/capture'
import type { Surroundings } from '../areas/station/station'
import { watchUpdates, type UpdateWatch } from '../areas/updates/watch-updates'
import { readStationSettings } from '../areas/settings/settings'
import { PersonAtWork, WindowEvents } from './window-events'

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
  const network = networkOf(options, host)
  const firstStart = isFirstStart(options)
  const pc = openPc(options, clock)
  const { operators, approvals, permits, scanned, instructions } = pc
  const papers = createPrintSettings({ preferences: pc.preferences, dataDir: options.dataDir })
  const window = new WindowEvents(operators)
  const setupTaken = new Signal()

  const warehouse = openWarehouse(
    {
      ...{ version, clock, preferences: pc.preferences, provisioning: options.provisioning },
      dataDir: options.dataDir,
      hubAddress: options.hub ?? null,
      trusted: () => trusted(network.caCertificates),
      setupOf: {
        operators,
        fixed: { preferences: options.provisioning.preferences ?? {}, station: fixedSettings(options) },
        key: options.setupKey ?? null,
        papers: () => papers,
        onTaken: setupTaken.tell,
      },
    },
    (change) => window.announce(change),
  )

  const accounts = await openAccounts(
    {
      ...{ options, clock, network },
      secrets: host.secrets,
      userAgent: `Packbench/${version}`,
      around: surroundingsOf(pc, warehouse),
      revision: window.revision,
      passphrase: () => warehouse.passphrase(),
      photoDays: () => pc.preferences.read().camera.keepDays,
      priceFloor: () => floorOf(pc.preferences.read().prices),
      guard: (gate) => warehouse.guard(gate),
    },
    (event) => window.tell(event),
  )
  const account = (): Account => accounts.current()
  papers.join(account())
  warehouse.join(account())
  accounts.onReplaced((next) => {
    permits.clear()
    scanned.forget()
    approvals.clear()
    papers.join(next)
    warehouse.join(next)
  })

  const watches = startWatches(host, clock, () => {
    warehouse.wake()
    account().wake()
  })
  const person = new PersonAtWork({ operators, approvals, permits, warehouse, account, window })
  const tellSettings = (): void => window.announce({ kind: 'settings_changed' })
  operators.onLocked(() => person.changed())
  setupTaken.on(() => {
    operators.refresh()
    person.changed()
    tellSettings()
  })

  const settingsView = (): SettingsView => viewOfSettings({ options, firstStart, accounts, papers })
  const doorkeeper = doorkeeperOf(pc, warehouse, options.kiosk)
  const handlers = allHandlers({
    ...{ version, host, clock, account, accounts, warehouse, doorkeeper },
    ...{ operators, permits, scanned, instructions },
    ...{ preferences: papers.preferences, logo: papers.logo, updates: watches.updates },
    labels: openLabelFolder(() => pc.preferences.read().labelFolder.path, clock),
    fixedSettings: fixedSettings(options),
    start: {
      dataDir: options.dataDir,
      provisioningFile: options.provisioning.file,
      warnings: options.warnings,
    },
    setupText: () =>
      setupText({
        ...settingsView(),
        preferences: pc.preferences.read(),
        kiosk: options.kiosk,
        updateUrl: options.updateUrl,
      }),
    fileSeal: () => fileSealOf(account()),
    settingsView,
    signInView: () => person.view(),
    tellSignIn: () => person.announce(),
    tellSettings,
    personChanged: () => person.changed(),
  })
  const handle = answering(handlers, { account, doorkeeper, revision: window.revision })

  return {
    async handle(channel, request) {
      await accounts.ready()
      return handle(channel, request)
    },
    // Nobody stands at a bench without a window.
    onEvent: (listener) => window.listen(listener, () => warehouse.put(null)),
    isBarred: () => operators.isBarred(),
    wake: () => account().wake(),
    openWork: () => ({ ops: openOpsOf(account()), exportsDir: exportsDir(account().db) }),
    async close() {
      watches.stop()
      operators.close()
      // The hub gets the last entry, too.
      account().evidence.flush()
      await warehouse.close()
      await accounts.close()
    },
  }
}

/** What belongs to this PC and its people, whatever account is at work. */
type Pc = {
  /** As they are in the PC's file: papers of further accounts have a sender of their own. */
  preferences: PreferenceFile
  operators: Operators
  approvals: Approvals
  permits: HandPermits
  scanned: ScannedUnits
  instructions: InstructionFolder
}

function openPc({ dataDir, provisioning }: StationOptions, clock: Clock): Pc {
  const preferences = openPreferences(dataDir, log, provisioning.preferences)
  return {
    preferences,
    operators: createOperators(preferences, clock, openSignInFile(dataDir, log)),
    approvals: createApprovals(clock),
    permits: createHandPermits(),
    scanned: createScannedUnits(),
    instructions: openInstructionFolder(dataDir, clock),
  }
}

function surroundingsOf({ preferences, operators, instructions }: Pc, neighbors: Warehouse): Surroundings {
  return {
    ...{ neighbors, instructions },
    signedIn() {
      const name = operators.signedIn()?.name ?? null
      const supervisor = lender()
      return name === null || supervisor === null ? name : `${name}, approved by ${supervisor}`
    },
    serialRule: () => preferences.read().packing,
    oneBox: () => preferences.read().labels.oneBox,
  }
}

function doorkeeperOf(
  { preferences, operators, approvals }: Pc,
  warehouse: Warehouse,
  kiosk: boolean,
): Doorkeeper {
  return {
    ...{ operators, approvals, kiosk },
    packersSwitch: () => preferences.read().accounts.packersSwitch,
    packersTeach: () => preferences.read().packing.packersTeach,
    waitsForOperators: () => operators.stored().length === 0 && warehouse.waitsForOperators(),
  }
}

/** Starts what watches the PC while the app is open. */
function startWatches(host: Host, clock: Clock, onWake: () => void): { updates: UpdateWatch; stop(): void } {
  const updates = watchUpdates(host.updater ?? null, clock, log)
  // The process's own time: a test that hurries the station's clock must not collect garbage all the time.
  const stopWatchingMemory = watchMemory({ clock: systemClock })
  const stopWaking = host.onWake(onWake)
  return {
    updates,
    stop() {
      stopWaking()
      updates.stop()
      stopWatchingMemory()
    },
  }
}

function viewOfSettings(of: {
  options: StationOptions
  firstStart: boolean
  accounts: Accounts
  papers: PrintSettings
}): SettingsView {
  const { options, firstStart, accounts, papers } = of
  const account = accounts.current()
  return {
    settings: readStationSettings(account),
    connection: {
      mode: account.mode,
      baseUrl: account.baseUrl,
      hasToken: account.accessToken() !== null,
      provisioned: options.training || options.provisioned.baseUrl !== null,
      firstStart,
      openElsewhere: accounts.openOpsElsewhere(),
    },
    fixed: fixedNames({ ...options.provisioning, station: fixedSettings(options) }).filter(
      (name) => !(papers.areOwn() && name.startsWith('sender.')),
    ),
    accounts: accounts.inShort(),
    kiosk: options.kiosk,
  }
}

/** What answers a call of the window. */
function answering(
  handlers: Handlers,
  app: { account: () => Account; doorkeeper: Doorkeeper; revision: NextRevision },
): Packbench['handle'] {
  const { account, doorkeeper, revision } = app
  // The order counts. `stamped` is innermost, next to the handler, so that the revision is that of the moment of reading. `guarded` is
  // outside it, so that a refused call reads nothing. `recorded` is outermost: it records refusals too, and the act that it starts
  // (`asOneAct`) is where `guarded` notes who lent it.
  return createHandler(
    recorded(guarded(stamped(handlers, revision), doorkeeper), {
      who: () => whoWorksHere(account()),
      op: (seq) => opForEvidence(account().db, seq),
      notice: (noticeId) => noticeForEvidence(account().db, noticeId),
      record: (act) => account().evidence.append(act),
    }),
    log,
    (error) => account().suspect(error),
  )
}

function log(line: string): void {
  console.error(line)
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
