import type { SignInView } from '../../shared/contract/operators'
import type { SettingsView } from '../../shared/contract/views'
import type { Doorkeeper } from '../bridge/guard'
import type { Clock } from '../base/clock'
import type { Account } from '../app/account/open'
import type { Accounts } from '../app/account/accounts'
import type { Warehouse } from '../warehouse/warehouse'
import type { Host } from '../hosts/host'
import type { StationToCheck } from './diagnostics/checks'
import type { InstructionFolder } from './instructions/instruction-folder'
import type { LabelFolder } from './labels/label-folder'
import type { Operators } from './operators/operators'
import type { HandPermits } from './packing/hand-permits'
import type { ScannedUnits } from './packing/scanned-units'
import type { LogoFile } from './print/logo'
import type { PreferenceFile } from './settings/preferences'
import type { FixedSettings } from './settings/settings'
import type { FileKeys, OpsOwner } from './outbox/ops-file'
import type { UpdateWatch } from './updates/watch-updates'

/** The running parts of the app, which every area's handlers work with. */
export type Parts = {
  version: string
  host: Host
  clock: Clock
  /** The open account; it may change between two calls. */
  account: () => Account
  accounts: Accounts
  preferences: PreferenceFile
  /** What IT sets for this station by its file or the environment. */
  fixedSettings: FixedSettings
  /** What this station was started with: its data folder, IT's file, and the warnings of the start. */
  start: Pick<StationToCheck, 'dataDir' | 'provisioningFile' | 'warnings'>
  /** This PC's set-up as a file for other PCs. */
  setupText: () => string
  logo: LogoFile
  instructions: InstructionFolder
  labels: LabelFolder
  operators: Operators
  doorkeeper: Doorkeeper
  permits: HandPermits
  scanned: ScannedUnits
  warehouse: Warehouse
  updates: UpdateWatch
  /** Who owns a file of open operations written now, and the keys that prove it. */
  fileSeal: () => [owner: OpsOwner, keys: FileKeys]
  settingsView: () => SettingsView
  signInView: () => SignInView
  /** Announces who may work here, after any change that affects it. */
  tellSignIn: () => SignInView
  /** Announces that settings are others now: each window reads them again. */
  tellSettings: () => void
  /** The signed-in person changed: lent acts and permits lapse, and the change is announced. */
  personChanged: () => void
}
