import { EVENT_NEEDS } from '../../shared/contract/event-needs'
import type { SignInView } from '../../shared/contract/operators'
import type { StationChange, StationEvent } from '../../shared/contract/views'
import type { Operators } from '../areas/operators/operators'
import type { HandPermits } from '../areas/packing/hand-permits'
import { whoWorksHere } from '../areas/station/capture'
import { countRevisions } from '../base/revision'
import { Signal } from '../base/signal'
import type { Approvals } from '../bridge/approvals'
import type { Warehouse } from '../warehouse/warehouse'
import type { Account } from './account/open'

/** What the windows are told, whatever account is at work. */
export class WindowEvents {
  readonly revision = countRevisions()
  private readonly told = new Signal<[StationEvent]>()

  constructor(private readonly operators: Pick<Operators, 'isBarred'>) {}

  tell(event: StationEvent): void {
    // SECURITY: a barred station tells its window nothing of orders; it catches up after the badge.
    if (EVENT_NEEDS[event.kind] === 'operator' && this.operators.isBarred()) return
    this.told.tell(event)
  }

  /** Tells at once what has just been read. */
  announce(change: StationChange): void {
    this.tell({ ...change, revision: this.revision() })
  }

  /** @param onLast called when no window is left @returns the function that stops listening */
  listen(listener: (event: StationEvent) => void, onLast: () => void): () => void {
    const stop = this.told.on(listener)
    return () => {
      stop()
      if (!this.told.isHeard()) onLast()
    }
  }
}

/** Events were withheld while the station was barred, so everything is read again. */
const MISSED: readonly StationChange[] = [
  { kind: 'orders_changed', orderIds: null },
  { kind: 'outbox_changed' },
  { kind: 'items_changed' },
  { kind: 'notices_changed' },
]

export type PersonDeps = {
  operators: Operators
  approvals: Approvals
  permits: HandPermits
  warehouse: Warehouse
  account: () => Account
  window: WindowEvents
}

/** Who works at this station: what the window shows of that, and what ends with a change. */
export class PersonAtWork {
  private wasBarred: boolean

  constructor(private readonly deps: PersonDeps) {
    this.wasBarred = deps.operators.isBarred()
  }

  view(): SignInView {
    return this.deps.operators.view(whoWorksHere(this.deps.account()))
  }

  /** Announces who may work here, after any change that affects it. */
  announce(): SignInView {
    const { warehouse, window } = this.deps
    const signIn = this.view()
    const barred = signIn.barred !== null
    // Nobody stands at a barred bench.
    if (barred) warehouse.put(null)
    warehouse.refresh()
    window.announce({ kind: 'sign_in_changed', signIn })
    if (this.wasBarred && !barred) {
      for (const change of MISSED) window.announce(change)
      window.announce({ kind: 'lan_changed', lan: warehouse.view() })
    }
    this.wasBarred = barred
    return signIn
  }

  /** Somebody else is signed in, or nobody: what was allowed to the one before lapses. */
  changed(): void {
    this.deps.approvals.clear()
    this.deps.permits.clear()
    this.announce()
  }
}
