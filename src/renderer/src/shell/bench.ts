import { SwitchDialog } from '../features/accounts/switch-dialog'
import { AlarmDialog } from '../features/alarms/alarm-dialog'
import { NoticeList } from '../features/alarms/notice-list'
import { Coach } from '../features/guide/coach'
import { DockStep } from '../features/handover/dock-step'
import { HandoverPage } from '../features/handover/handover-page'
import { TruckNotice } from '../features/handover/truck-notice'
import { ExportedDialog } from '../features/leaving/exported-dialog'
import { LendDialog } from '../features/operators/lend-dialog'
import { LockScreen } from '../features/operators/lock-screen'
import { DropChoiceDialog } from '../features/order/drop-choice-dialog'
import { NextStep } from '../features/order/next-step'
import { OrderPage } from '../features/order/order-page'
import { OutboxPage } from '../features/outbox/outbox-page'
import { PutWallPage } from '../features/put-wall/put-wall-page'
import { PutWallStep } from '../features/put-wall/put-wall-step'
import { QueueTools } from '../features/queue/queue-tools'
import { BlockingError } from '../features/scan/blocking-error'
import { CommandHelp } from '../features/scan/command-help'
import { OrderNotes } from './order-notes'
import { Rail } from './rail'

/**
 * What the bench shows after its first list: one script of its own, which is fetched right after the first paint.
 * Fetched with the first one, it delayed that paint by a tenth. Scans are heard from the first paint on.
 */
export const bench = {
  AlarmDialog,
  BlockingError,
  Coach,
  CommandHelp,
  DockStep,
  DropChoiceDialog,
  ExportedDialog,
  HandoverPage,
  LendDialog,
  LockScreen,
  NextStep,
  NoticeList,
  OrderNotes,
  OrderPage,
  OutboxPage,
  PutWallPage,
  PutWallStep,
  QueueTools,
  Rail,
  SwitchDialog,
  TruckNotice,
}

export type Bench = typeof bench
