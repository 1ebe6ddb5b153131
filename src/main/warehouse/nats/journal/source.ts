/** What the journal needs of the open account; the hub knows no database. */
export type JournalSource = {
  /** What names the account at the hub. */
  account: string
  /** False once the account was closed, for good: nothing else may be asked of it then. */
  isOpen(): boolean
  /** Open operations after `seq`, oldest first. */
  openAfter(seq: number, limit: number): JournalOp[]
  at(seqs: readonly number[]): JournalOp[]
  /** What became of an operation here, however long ago. `unknown`: it is not one of this outbox. */
  standing(op: OpId): 'open' | 'ended' | 'unknown'
  /** Operations with events in the history after `event`, and the last of these events. */
  changedAfter(event: number, limit: number): { seqs: number[]; event: number }
  lastEvent(): number
  countOpenAfter(seq: number): number
  readPlace(): JournalPlace
  savePlace(place: JournalPlace): void
  /** Other stations have these operations: they end here. */
  handOver(ops: readonly HandedOver[]): Promise<void>
  /**
   * This station had these operations, in this order, and its disk is of an earlier time: those that its outbox lacks are
   * in it again.
   */
  takeBack(ops: readonly unknown[]): void
}

export type OpId = { seq: number; opUid: string }
/** An operation of this station's outbox. `json`: as another station takes it in; `null` once it has ended. */
export type JournalOp = OpId & { json: string | null }
/** `to`: the station that has it now, and who took it over there. */
export type HandedOver = OpId & { to: { stationId: string; station: string; operator: string } }

/** How far the journal is; stored by the station. */
export type JournalPlace = {
  /** The hub has, or had, a copy of every open operation up to this one. */
  upTo: number
  /** When the stream was created that they are in; `null` for none. */
  stream: string | null
}

/** Up to where the hub has copies, as this process knows it, and as the account keeps it. */
export class KeptPlace {
  private place: (JournalPlace & { account: string }) | null = null

  constructor(private readonly source: () => JournalSource | null) {}

  in(source: JournalSource): JournalPlace {
    if (this.place?.account !== source.account)
      this.place = { account: source.account, ...source.readPlace() }
    return this.place
  }

  move(source: JournalSource, next: Partial<JournalPlace>): void {
    this.place = { account: source.account, ...this.in(source), ...next }
  }

  save(): void {
    const source = this.source()
    if (source === null || this.place?.account !== source.account) return
    const { upTo, stream } = this.place
    source.savePlace({ upTo, stream })
  }
}
