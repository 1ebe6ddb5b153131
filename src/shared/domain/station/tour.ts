import { passesCheck } from '../scanning/check-digit'
import type { Command } from '../scanning/command'

/**
 * The training tour: its steps, when a step is done, and how to continue from each situation. It only watches: the
 * packer does every step at the station itself.
 */

/** Stored by the window, so that a tour continues after a reload; never rename. */
export const TOUR_STEPS = [
  'open',
  'scan_items',
  'label',
  'pack',
  'print',
  'ship',
  'outbox',
  'wrong_item',
  'acknowledge',
  'network_gone',
  'pack_offline',
  'network_back',
  'order_canceled',
  'alarm',
] as const
export type TourStep = (typeof TOUR_STEPS)[number]

/** The order on the bench. */
export type TourOrder = {
  orderId: number
  canceled: boolean
  /** Units that can still be chosen, and how many of them are. */
  left: number
  chosen: number
  /** The pack panel has a tracking number. */
  tracking: boolean
  /** The shipment that was packed last, since the order was opened. */
  packed: string | null
  /** How many of its shipments are on the way. */
  shipped: number
  /** The code on the next unit to choose. */
  nextCode: string | null
}

/** The station's state as far as the tour needs it. */
export type TourView = {
  screen: string
  order: TourOrder | null
  /** The subject of the blocking error. */
  blocked: string | null
  /** A form or dialog is open. */
  form: boolean
  /** An alarm interrupts. */
  alarm: boolean
  online: boolean
  waiting: number
  /** Packing slips that this window has printed. */
  slips: number
}

/** What the tour may suggest. */
export type TourPlan = {
  /** The order that was opened for the tour. */
  ownOrder: number | null
  /** Another one that is easy to pack. */
  freshOrder: number | null
  /** The code of a unit that only another order needs. */
  foreignCode: string | null
}

/** @param since the station's state when the step began */
export function isDone(step: TourStep, now: TourView, since: TourView): boolean {
  const { order } = now
  switch (step) {
    case 'open':
      return !needsOrder(now)
    case 'scan_items':
      return allChosen(now) || justPacked(now, since)
    case 'label':
      return (allChosen(now) && order?.tracking === true) || justPacked(now, since)
    case 'pack':
    case 'pack_offline':
      return justPacked(now, since)
    case 'print':
      return now.slips > since.slips
    case 'ship':
      return (
        order !== null && order.shipped > (since.order?.orderId === order.orderId ? since.order.shipped : 0)
      )
    case 'outbox':
      return now.screen === 'outbox'
    case 'wrong_item':
      return now.blocked === 'foreign'
    case 'acknowledge':
      return now.blocked === null
    case 'network_gone':
      return !now.online
    case 'network_back':
      return now.online && now.waiting === 0
    case 'order_canceled':
      return now.alarm
    case 'alarm':
      return !now.alarm
  }
}

/** The first unfinished step from `step` on; `null` when the tour is over. */
export function nextStep(step: TourStep, now: TourView, since: TourView): TourStep | null {
  let at = TOUR_STEPS.indexOf(step)
  for (;;) {
    const here = TOUR_STEPS[at]
    if (here === undefined) return null
    if (!isDone(here, now, since)) return here
    at += 1
  }
}

/** The next thing that the packer can do, or that the window can do without a scanner. */
export type Offer =
  | { kind: 'scan'; what: 'order' | 'item' | 'foreign' | 'label'; code: string }
  | { kind: 'command'; command: Command }
  | { kind: 'go'; screen: 'order' | 'outbox' }
  | { kind: 'network'; on: boolean }
  | { kind: 'cancel_order'; orderId: number }

/** Looks like a real number but belongs to nobody; different for each order, because one label goes on one parcel. */
export function sampleTrackingNumber(orderId: number): string {
  const body = `1Z999AA1${String(orderId % 1_000_000_000).padStart(9, '0')}`
  const check = [...'0123456789'].find((digit) => passesCheck('ups', body + digit))
  return body + (check ?? '')
}

/** `null` if the packer must wait or act by hand. */
export function offerOf(step: TourStep, now: TourView, plan: TourPlan): Offer | null {
  if (now.blocked !== null || now.alarm) return ACKNOWLEDGE
  // An open form or dialog comes first, and none but SHIP's belongs to the tour.
  if (now.form && step !== 'ship') return { kind: 'command', command: 'cancel' }
  switch (step) {
    case 'open':
      return openOrder(plan.freshOrder)
    case 'scan_items':
    case 'pack':
    case 'pack_offline':
      return towardsPack(now, plan)
    case 'label':
      return now.order !== null && allChosen(now)
        ? { kind: 'scan', what: 'label', code: sampleTrackingNumber(now.order.orderId) }
        : towardsPack(now, plan)
    case 'print':
      return backToOwn(now, plan) ?? { kind: 'command', command: 'reprint' }
    case 'ship':
      return backToOwn(now, plan) ?? { kind: 'command', command: now.form ? 'confirm' : 'ship' }
    case 'outbox':
      return { kind: 'go', screen: 'outbox' }
    case 'wrong_item':
      if (needsOrder(now)) return openOrder(plan.freshOrder)
      return plan.foreignCode === null ? null : { kind: 'scan', what: 'foreign', code: plan.foreignCode }
    case 'network_gone':
      return { kind: 'network', on: false }
    case 'network_back':
      return { kind: 'network', on: true }
    case 'order_canceled':
      return beforeCancel(now, plan)
    case 'acknowledge':
    case 'alarm':
      return ACKNOWLEDGE
  }
}

const ACKNOWLEDGE: Offer = { kind: 'command', command: 'acknowledge' }

/** No visible order has anything left to pack. */
function needsOrder({ order, screen }: TourView): boolean {
  if (order === null || order.canceled || order.left === 0) return true
  return screen !== 'order' && order.chosen === 0
}

function allChosen({ order }: TourView): boolean {
  return order !== null && order.left > 0 && order.chosen === order.left
}

function justPacked(now: TourView, since: TourView): boolean {
  const packed = now.order?.packed ?? null
  return packed !== null && packed !== since.order?.packed
}

function openOrder(orderId: number | null): Offer | null {
  return orderId === null ? null : { kind: 'scan', what: 'order', code: String(orderId) }
}

function towardsPack(now: TourView, plan: TourPlan): Offer | null {
  if (needsOrder(now)) return openOrder(plan.freshOrder)
  if (allChosen(now)) return { kind: 'command', command: 'confirm' }
  return nextItem(now)
}

function nextItem({ order }: TourView): Offer | null {
  const code = order?.nextCode ?? null
  return code === null ? null : { kind: 'scan', what: 'item', code }
}

/** After a reload, or a detour, the packed parcel is no longer on the bench. */
function backToOwn({ order, screen }: TourView, { ownOrder }: TourPlan): Offer | null {
  if (order === null || (ownOrder !== null && order.orderId !== ownOrder)) return openOrder(ownOrder)
  return screen === 'order' ? null : { kind: 'go', screen: 'order' }
}

/** An alarm needs something that was begun. */
function beforeCancel(now: TourView, plan: TourPlan): Offer | null {
  if (needsOrder(now)) return openOrder(plan.freshOrder)
  if (now.order?.chosen === 0) return nextItem(now)
  return now.order === null ? null : { kind: 'cancel_order', orderId: now.order.orderId }
}
