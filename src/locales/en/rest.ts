import accounts from './accounts.json'
import alarms from './alarms.json'
import backups from './backups.json'
import boxes from './boxes.json'
import bulk from './bulk.json'
import calibration from './calibration.json'
import camera from './camera.json'
import carriers from './carriers.json'
import categories from './categories.json'
import codes from './codes.json'
import desk from './desk.json'
import diagnostics from './diagnostics.json'
import evidenceEntries from './evidence-entries.json'
import evidence from './evidence.json'
import guide from './guide.json'
import handover from './handover.json'
import instructions from './instructions.json'
import items from './items.json'
import labels from './labels.json'
import leave from './leave.json'
import operators from './operators.json'
import order from './order.json'
import outbox from './outbox.json'
import payouts from './payouts.json'
import printing from './printing.json'
import putWall from './put-wall.json'
import settings from './settings.json'
import sound from './sound.json'
import stations from './stations.json'
import statistics from './statistics.json'
import table from './table.json'
import timeline from './timeline.json'
import trucks from './trucks.json'
import warehouse from './warehouse.json'

/** What no first screen says. */
export const words = {
  ...accounts,
  ...alarms,
  ...backups,
  ...boxes,
  ...bulk,
  ...calibration,
  ...camera,
  ...carriers,
  ...categories,
  ...codes,
  ...desk,
  ...diagnostics,
  ...evidenceEntries,
  ...evidence,
  ...guide,
  ...handover,
  ...instructions,
  ...items,
  ...labels,
  ...leave,
  ...operators,
  ...order,
  ...outbox,
  ...payouts,
  ...printing,
  ...putWall,
  ...settings,
  ...sound,
  ...stations,
  ...statistics,
  ...table,
  ...timeline,
  ...trucks,
  ...warehouse,
}
