import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { Clock } from '../../../base/clock'
import type { SharedChanges } from '../../port/shared-changes'
import { createAccountPart, type AccountSession } from './account-part'
import { openBucket, type BucketPlan, type FollowedEntry } from '../storage/bucket'
import type { HubPart, OpenHub } from '../part'
import { createRequestQueue } from '../request-queue'
import { accountAtHub, hiddenAtHub } from '../storage/seal'

/**
 * Changes that people make at the stations of an account. The hub keeps what was said in order, and each station takes
 * all of it in, its own as well: so all end up with the same, and of two that disagree the later one counts.
 */
export type ChangesAtHub = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
  /** Something was changed here. */
  tell(): void
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

/** What is changed. `Told`: a value at the hub, with several changes. */
export type ChangesUse<Change, Told> = {
  /** Never rename. */
  name: 'codes' | 'numbers'
  /** Changes are gone after so long; without it they stay. */
  ttlMs?: number
  schema: z.ZodType<Told>
  /** Values that would have the same key replace each other. */
  keyOf: (changes: readonly Change[]) => unknown
  pack: (changes: Change[]) => Told
  unpack: (told: Told) => Change[]
}

export type ChangesDeps<Change> = {
  clock: Pick<Clock, 'after'>
  /** The account at work, and the token that proves whose changes these are; `null` while there is none. */
  account: () => ChangesAccount<Change> | null
  onFault: (error: unknown) => void
}

export type ChangesAccount<Change> = {
  accessToken: string
  changes: SharedChanges<Change>
  /** False once it was closed, for good. */
  isOpen: () => boolean
}

/** Changes that a station which comes back stores together: a few milliseconds. */
const TAKEN_TOGETHER = 500

type Session<Change> = AccountSession<ChangesAccount<Change>> & { tell(): void; settled(): Promise<void> }

export function createChanges<Change, Told>(
  use: ChangesUse<Change, Told>,
  deps: ChangesDeps<Change>,
): ChangesAtHub {
  const part = createAccountPart<ChangesAccount<Change>, Session<Change>>({
    ...deps,
    isSame: (one, other) => one.changes === other.changes && one.accessToken === other.accessToken,
    begin: (open, account) => beginChanges(use, deps, open, account),
  })
  return {
    ...part,
    tell: () => part.session()?.tell(),
    settled: async () => part.session()?.settled(),
  }
}

async function beginChanges<Change, Told>(
  use: ChangesUse<Change, Told>,
  deps: ChangesDeps<Change>,
  open: OpenHub,
  account: ChangesAccount<Change>,
): Promise<Session<Change>> {
  const { changes } = account
  const plan: BucketPlan<Told> = {
    name: `${use.name}_${accountAtHub(open.group, account.accessToken)}`,
    schema: use.schema,
    ...(use.ttlMs === undefined ? {} : { ttlMs: use.ttlMs }),
  }
  const bucket = await openBucket(open, plan)
  let ended = false
  const isOver = (): boolean => ended || !account.isOpen()
  const onFault = (error: unknown): void => {
    if (!isOver()) deps.onFault(error)
  }

  /** SECURITY: the hub does not see what was changed. */
  const keyOf = (some: readonly Change[]): string =>
    hiddenAtHub(open.group, plan.name, JSON.stringify(use.keyOf(some)))
  const requests = createRequestQueue({ open: () => (isOver() ? null : bucket), onFault })
  let isDue = false
  const tell = (): void => {
    // Before it has heard all, it would tell what the hub has.
    if (isDue || !isCaughtUp) return
    isDue = true
    void requests.take(async (to) => {
      isDue = false
      let after: Change | null = null
      while (!isOver()) {
        const some: Change[] = changes.untold(after)
        if (some.length === 0) return
        await to.put(keyOf(some), use.pack(some))
        after = some.at(-1) ?? null
      }
    })
  }

  let isCaughtUp = false
  let waiting: Change[] = []
  const catchUp = (): void => {
    isCaughtUp = true
    tell()
  }
  const hear = async ({ value, revision, waiting: left }: FollowedEntry<Told>): Promise<void> => {
    if (isOver()) return
    if (value !== null) waiting.push(...use.unpack(value))
    // The newest value may have been deleted by an administrator.
    const isLast = left === 0 || revision >= last
    if (isCaughtUp || isLast || waiting.length >= TAKEN_TOGETHER) {
      const some = waiting
      waiting = []
      changes.take(some, revision)
      await nextTurn()
    }
    if (!isCaughtUp && isLast && !isOver()) catchUp()
  }

  const from = changes.begin({ name: plan.name, created: bucket.created, last: await bucket.last() })
  let last = Number.POSITIVE_INFINITY
  const followed = await bucket.follow(from, hear, onFault)
  last = followed.last
  if (followed.isEmpty || from > last) catchUp()

  return {
    account,
    tell,
    settled: () => requests.settled(),
    async check() {
      if (isCaughtUp) await bucket.check()
    },
    end() {
      ended = true
      followed.stop()
      changes.end()
    },
  }
}
