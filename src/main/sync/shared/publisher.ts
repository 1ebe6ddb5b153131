import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordsLine, SharedRecord } from '../../warehouse/port/shared-records'
import type { Page } from '../../partner/pages'

/** Tells the other stations what was read: in order, off the way of everything else, and never more than memory bears. */
export type Publisher<T> = {
  begin(line: RecordsLine): void
  end(): void
  /** Resolves when few are waiting. */
  page(page: Page<T>): Promise<void>
  /** Others learn of it sooner; it is left out when many are waiting. */
  one(record: T): void
  /** It is never left out. */
  tell(record: SharedRecord): void
  /** Once everything before it was told. */
  after(step: () => Promise<void>): void
}

/** So many are asked of the hub at a time. */
const AT_A_TIME = 16
const MANY = 500

type Step = SharedRecord | (() => Promise<void>)

export function createPublisher<T>({
  sharedOf,
  unreadOf,
  onFault,
}: {
  sharedOf: (record: T) => SharedRecord
  /** What others are told of a record that could not be read. */
  unreadOf: (raw: unknown) => unknown
  onFault: (error: unknown) => void
}): Publisher<T> {
  let line: RecordsLine | null = null
  let waiting: Step[] = []
  let working = false
  const room: (() => void)[] = []

  const letIn = (): void => {
    for (const resolve of room.splice(0)) resolve()
  }
  const work = async (): Promise<void> => {
    if (working) return
    working = true
    // The commit of what was read comes first.
    await nextTurn()
    while (line !== null && waiting.length > 0) {
      const at = line
      try {
        await tellSome(at)
      } catch (error) {
        // What was not told is read again by the station that then reads for all: no mark speaks of it, and this line
        // has ended.
        if (line === at) {
          onFault(error)
          line = null
          waiting = []
        }
      }
      if (waiting.length < MANY) letIn()
      await nextTurn()
    }
    working = false
    letIn()
  }
  const tellSome = async (at: RecordsLine): Promise<void> => {
    const [first] = waiting
    if (typeof first === 'function') {
      waiting.shift()
      return first()
    }
    const until = waiting.findIndex((step) => typeof step === 'function')
    const some = waiting.splice(0, until < 0 ? AT_A_TIME : Math.min(until, AT_A_TIME)) as SharedRecord[]
    await Promise.all(some.map((record) => at.tell(record)))
  }
  const add = (steps: readonly Step[]): void => {
    if (line === null) return
    waiting.push(...steps)
    void work()
  }

  return {
    begin(next) {
      line = next
      waiting = []
    },
    end() {
      line = null
      waiting = []
      letIn()
    },
    page({ entries, unreadable }) {
      const unread = unreadable.map(({ raw }) => ({ ...NAMELESS, record: unreadOf(raw) }))
      add([...entries.map(sharedOf), ...unread])
      if (waiting.length < MANY) return Promise.resolve()
      return new Promise((resolve) => room.push(resolve))
    },
    one(record) {
      if (waiting.length < MANY) add([sharedOf(record)])
    },
    tell: (record) => add([record]),
    after: (step) => add([step]),
  }
}

const NAMELESS = { id: null, updatedAt: null }
