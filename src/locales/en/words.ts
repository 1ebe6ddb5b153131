import accounts from './accounts.json'
import alarms from './alarms.json'
import archive from './archive.json'
import backups from './backups.json'
import bench from './bench.json'
import bulk from './bulk.json'
import calibration from './calibration.json'
import camera from './camera.json'
import carriers from './carriers.json'
import categories from './categories.json'
import commands from './commands.json'
import desk from './desk.json'
import diagnostics from './diagnostics.json'
import connection from './connection.json'
import errors from './errors.json'
import evidenceEntries from './evidence-entries.json'
import evidence from './evidence.json'
import guide from './guide.json'
import handover from './handover.json'
import hold from './hold.json'
import instructions from './instructions.json'
import items from './items.json'
import language from './language.json'
import leave from './leave.json'
import operators from './operators.json'
import order from './order.json'
import outbox from './outbox.json'
import payouts from './payouts.json'
import printing from './printing.json'
import queue from './queue.json'
import scan from './scan.json'
import settings from './settings.json'
import shell from './shell.json'
import sound from './sound.json'
import stations from './stations.json'
import statistics from './statistics.json'
import timeline from './timeline.json'
import warehouse from './warehouse.json'

/** English, the reference for every other language. It is in the first chunk, ready before the first paint. */
export const en = {
  ...accounts,
  ...alarms,
  ...archive,
  ...backups,
  ...bench,
  ...bulk,
  ...calibration,
  ...camera,
  ...carriers,
  ...categories,
  ...commands,
  ...desk,
  ...diagnostics,
  ...connection,
  ...errors,
  ...evidenceEntries,
  ...evidence,
  ...guide,
  ...handover,
  ...hold,
  ...instructions,
  ...items,
  ...language,
  ...leave,
  ...operators,
  ...order,
  ...outbox,
  ...payouts,
  ...printing,
  ...queue,
  ...scan,
  ...settings,
  ...shell,
  ...sound,
  ...stations,
  ...statistics,
  ...timeline,
  ...warehouse,
}

export type Words = typeof en
