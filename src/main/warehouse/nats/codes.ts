import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { TAUGHT_BY } from '../../../shared/domain/scanning/taught-code'
import type { Clock } from '../../base/clock'
import type { Lesson, SharedCodes } from '../port/shared-codes'
import { createAccountPart, type AccountSession } from './account-part'
import { openBucket, type BucketPlan, type FollowedEntry } from './bucket'
import type { HubPart, OpenHub } from './part'
import { createRequestQueue } from './request-queue'
import { accountAtHub, hiddenAtHub } from './seal'

/**
 * The codes that people have taught the stations of an account. The hub keeps what was said in order, and each station
 * takes all of it in, its own as well: so all end up with the same, and of two that disagree the later one counts.
 */
export type CodesAtHub = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
  /** Codes were taught or taken back here. */
  tell(): void
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

export type CodesDeps = {
  clock: Pick<Clock, 'after'>
  /** The account at work, and the token that proves whose codes these are; `null` while there is none. */
  account: () => CodesAccount | null
  onFault: (error: unknown) => void
}

export type CodesAccount = {
  accessToken: string
  codes: SharedCodes
  /** False once it was closed, for good. */
  isOpen: () => boolean
}

/** Stored at the hub; never rename. */
const toldSchema = z.looseObject({
  lessons: z.array(
    z.looseObject({
      code: z.string().min(1),
      by: z.enum(TAUGHT_BY),
      value: z.string().min(1),
      size: z.string().min(1).nullable(),
      taught: z.looseObject({ at: z.iso.datetime(), by: z.string() }).nullable(),
    }),
  ),
})
type Told = z.output<typeof toldSchema>

/** Lessons that a station which comes back stores together: a few milliseconds. */
const TAKEN_TOGETHER = 500

type Session = AccountSession<CodesAccount> & { tell(): void; settled(): Promise<void> }

export function createCodes(deps: CodesDeps): CodesAtHub {
  const part = createAccountPart<CodesAccount, Session>({
    ...deps,
    isSame: (one, other) => one.codes === other.codes && one.accessToken === other.accessToken,
    begin: (open, account) => beginCodes(deps, open, account),
  })
  return {
    ...part,
    tell: () => part.session()?.tell(),
    settled: async () => part.session()?.settled(),
  }
}

async function beginCodes(deps: CodesDeps, open: OpenHub, account: CodesAccount): Promise<Session> {
  const { codes } = account
  const plan: BucketPlan<Told> = {
    name: `codes_${accountAtHub(open.group, account.accessToken)}`,
    schema: toldSchema,
  }
  const bucket = await openBucket(open, plan)
  let ended = false
  const isOver = (): boolean => ended || !account.isOpen()
  const onFault = (error: unknown): void => {
    if (!isOver()) deps.onFault(error)
  }

  /** SECURITY: the hub does not see codes. Of one code's lessons only the last stays, as of the same codes of a file. */
  const keyOf = (lessons: readonly Lesson[]): string =>
    hiddenAtHub(
      open.group,
      plan.name,
      JSON.stringify(lessons.map(({ code, by, value, size }) => [code, by, value, size])),
    )
  const requests = createRequestQueue({ open: () => (isOver() ? null : bucket), onFault })
  let isDue = false
  const tell = (): void => {
    // Before it has heard all, it would tell what the hub has.
    if (isDue || !isCaughtUp) return
    isDue = true
    void requests.take(async (to) => {
      isDue = false
      let after: Lesson | null = null
      while (!isOver()) {
        const lessons: Lesson[] = codes.untold(after)
        if (lessons.length === 0) return
        await to.put(keyOf(lessons), { lessons })
        after = lessons.at(-1) ?? null
      }
    })
  }

  let isCaughtUp = false
  let waiting: Lesson[] = []
  const catchUp = (): void => {
    isCaughtUp = true
    tell()
  }
  const hear = async ({ value, revision, waiting: left }: FollowedEntry<Told>): Promise<void> => {
    if (isOver()) return
    waiting.push(...(value?.lessons ?? []))
    // The newest value may have been deleted by an administrator.
    const isLast = left === 0 || revision >= last
    if (isCaughtUp || isLast || waiting.length >= TAKEN_TOGETHER) {
      const lessons = waiting
      waiting = []
      codes.take(lessons, revision)
      await nextTurn()
    }
    if (!isCaughtUp && isLast && !isOver()) catchUp()
  }

  const from = codes.begin({ name: plan.name, created: bucket.created, last: await bucket.last() })
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
      codes.end()
    },
  }
}
