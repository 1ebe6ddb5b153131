import type { ShownChange } from '../../../shared/domain/orders/order-change'
import type { RequestOf } from '../../../shared/contract/requests'
import type { OrderCopy, OrderTimeline } from '../../../shared/contract/copy-views'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { LineView, OrderView } from '../../../shared/contract/views'
import type { LabelCheck } from '../../../shared/domain/carriers/carrier'
import type { Label } from '../../../shared/domain/shipments/label'
import type { ShipmentMove } from '../../../shared/domain/shipments/shipment'

/** What the window knows of the order on the bench, and what can be done with it. */

export type PackDraft = {
  carrier: string
  trackingNumber: string
  trackingUrl: string
  /** As typed; `null` while nothing usable is. */
  warehouseId: number | null
}

/** What a packer has done at an order and nobody has confirmed yet. */
export type ParcelWork = {
  orderId: number
  chosen: readonly number[]
  scanned: readonly number[]
  followed: readonly number[]
  /** The serial numbers that were scanned. */
  serials: readonly (readonly [number, string])[]
  /** By which code each line was scanned. */
  codes: readonly (readonly [number, string])[]
  /** The last of the order's changes that the packer knows of. */
  knows: number
  draft: PackDraft
}

export type OrderState = {
  orderId: number | null
  /** `null` while it is being opened or when it could not be. */
  order: OrderView | null
  error: BridgeError | null
  busy:
    | 'open'
    | 'refresh'
    | 'pack'
    | 'move'
    | 'cancel'
    | 'delete_buyer'
    | 'refund'
    | 'hold'
    | 'take'
    | 'teach'
    | null
  chosen: ReadonlySet<number>
  /** Those of them that were scanned: done with, so they need not stay in sight. All others were ticked by hand. */
  scanned: ReadonlySet<number>
  /** By which of its codes each line was scanned last. */
  codes: ReadonlyMap<number, string>
  /** The last of the order's changes that the packer knows of; `null` until the order is there. */
  knows: number | null
  /** What others changed while the packer was at it, until that is acknowledged. */
  changed: ChangedOnBench | null
  /** Acknowledges it; with `keepLabel` the label fits all the same. */
  seeChanges(keepLabel?: boolean): void
  /** The lines whose instructions the packer has confirmed. */
  followed: ReadonlySet<number>
  /**
   * The serial numbers that were scanned of chosen lines; empty where a supervisor has allowed the unit without. What
   * leaves the choice leaves this: another unit may come back.
   */
  serials: ReadonlyMap<number, string>
  /** Lines that were chosen and then went elsewhere (another station, the marketplace). */
  lostLines: readonly LineView[]
  draft: PackDraft
  /** The shipment packed last in this order, by the station's id; `null` when none was since it was opened. */
  packedShipment: string | null
  /** Why the last pack did not go through. */
  packProblem: BridgeError | 'warehouse_missing' | null
  /** A number that another order's parcel carries; `shared`: a person uses it for this one all the same. */
  usedLabel: { number: string; orderId: number; shared: boolean } | null
  refuseLabel(number: string, orderId: number): void
  /** Only for a person's hand: no scan may do this. */
  shareLabel(): void
  isShared(number: string): boolean
  /** Another order, requested while lines are chosen here; a person decides. */
  wanted: number | null
  setWanted(orderId: number | null): void
  open(orderId: number): Promise<boolean>
  /** Opens an order with what was done at it before the page was loaded again. */
  resume(work: ParcelWork): Promise<boolean>
  /** Asks main again; nothing goes over the network. */
  reload(): Promise<void>
  /** Reads the order from the marketplace again. */
  refresh(): Promise<BridgeError | null>
  /** By hand, or by a scan of one of the line's codes. */
  choose(lineId: number, code?: string): void
  toggle(lineId: number): void
  chooseAll(): void
  chooseNone(): void
  /** The packer has followed the instructions of these lines. */
  follow(lineIds: readonly number[]): void
  /** The unit of the chosen line is the one that was sold. */
  prove(lineId: number, code: string): void
  /** Asks main whether these lines may be packed without a scan, where every item must be scanned. */
  allowByHand(lineIds: readonly number[]): Promise<BridgeError | null>
  setDraft(part: Partial<PackDraft>): void
  /** Of the codes that a scan may stand for, the one to read as a label. */
  labelCode(codes: readonly string[]): string
  /** What the draft's label would be with a scanned code. */
  readLabel(code: string): Label
  /** Whether a scanned code is a carrier's number; the carrier's name is empty if several have such numbers. */
  checkLabel(code: string): { check: LabelCheck; carrier: string }
  /** The carriers that a label may be of, if it names none of them. */
  undecided(label: Label): readonly string[]
  /** Takes the label out of the draft. */
  dropLabel(): void
  /** Packs the chosen lines; `packProblem` says why not. */
  pack(): Promise<OrderState['packProblem']>
  move(request: RequestOf<'packing:move'>): Promise<BridgeError | null>
  /** The shipment whose move form is open. */
  moving: Moving | null
  setMoving(moving: Moving | null): void
  cancelOrder(): Promise<BridgeError | null>
  /** Deletes the buyer's personal data from this station. */
  deleteBuyer(): Promise<BridgeError | null>
  /**
   * @param confirmedLarge a person was asked a second time
   * @param reason why a supervisor refunds more than is left; `null` if it is not more
   */
  refund(
    amountCents: number,
    lineIds: readonly number[],
    confirmedLarge: boolean,
    reason: string | null,
  ): Promise<BridgeError | null>
  /** The question about a hold that is open in a form. */
  holding: Holding | null
  setHolding(holding: Holding | null): void
  /** Sets the order aside with a reason; `null` takes the hold off. */
  hold(reason: string | null): Promise<BridgeError | null>
  /** The code stands for the line's item from now on. */
  teach(code: string, lineId: number): Promise<BridgeError | null>
  /** Takes the order over from the station that has it on its bench. */
  takeOver(): Promise<BridgeError | null>
  /** Every field of an order as the marketplace last sent it. */
  readCopy(orderId: number): Promise<Result<OrderCopy>>
  /** What happened to an order. */
  readTimeline(orderId: number): Promise<Result<OrderTimeline>>
  /** The order was canceled while lines of it were chosen, and nobody has acknowledged it yet. */
  canceledOnBench: boolean
  /** Those lines: the items to put back. */
  canceledLines: ReadonlySet<number>
  acknowledgeBench(): void
  close(): void
}

/** What others changed in the order on the bench, and what that undid; shown until the packer has acknowledged it. */
export type ChangedOnBench = {
  /** The items to take out of the box. */
  lines: readonly LineChange[]
  address: AddressChange | null
  /** The label that was dropped with the address. */
  label: Pick<PackDraft, 'carrier' | 'trackingNumber' | 'trackingUrl'> | null
}
type LineChange = Extract<ShownChange, { what: 'line' | 'item' }>
type AddressChange = Extract<ShownChange, { what: 'address' }>

/** What the open form of an order is about: a move of a shipment, by the station's id. */
export type Moving = {
  shipmentId: string
  move: ShipmentMove
  /** Every time is proposed, so that a scanner alone can confirm. */
  proposeTimes?: boolean
}

/** What is being asked about a hold: its reason, proposed or not, or whether to take it off. */
export type Holding = 'hold' | 'hold_by_command' | 'release'
