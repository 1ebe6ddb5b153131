import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import { openBucket, type Bucket, type BucketPlan, type Found } from './bucket'
import { isRefused } from './open-place'
import type { SetupRefusal } from '../../../shared/contract/setup'
import type { HubPart, OpenHub } from './part'
import {
  isOlderSetup,
  publishedOf,
  publishedSetup,
  readSetup,
  type KnownSetup,
  type PublishedSetup,
  type SetupDocument,
  type SetupRead,
} from './setup-document'
import type { SetupKey } from './setup-key'

/** The setup of the warehouse's stations: one value that supervisors replace, each naming the one before. */
export type SetupPart = HubPart & {
  /**
   * @param over the ID of the setup that it replaces; `null` for none
   * @param make gets its group and the version that it has
   * @returns why nothing was published; `null` when it was
   */
  publish(
    over: string | null,
    make: MakeSetup,
  ): Promise<'away' | 'changed' | 'unreadable' | 'unsigned' | null>
  /** The hub has a value that this version cannot read. It is left alone. */
  isUnreadable(): boolean
  /** The hub says that nobody has published a setup for the present group. */
  isNone(): boolean
  /** Keeps a logo at the hub, before a setup names it. Nothing happens while the hub is away. */
  keepLogo(account: string, logo: LogoOfSetup): Promise<void>
  /** Asks for a logo that a setup names: now, and again until the hub has it. */
  wantLogo(account: string, hash: string): void
}

/** The picture is a file; the hash its SHA-256 in hexadecimal. */
export type LogoOfSetup = { hash: string; picture: Buffer }

/** @param before what counts of the setup that is replaced */
export type MakeSetup = (group: string, version: number, before: SetupDocument | null) => SetupDocument

/** A setup that counts, and as it was published. */
export type TakenSetup = KnownSetup & { published: PublishedSetup }

export type SetupDeps = {
  clock: Pick<Clock, 'after'>
  /** The key that signs all that counts; `null`: this station has pinned none. */
  pinned: () => SetupKey | null
  /** What this station has of the group's setup, as far as it counts. */
  known: (group: string) => TakenSetup | null
  /** Never an older one than what is known. */
  onSetup: (group: string, setup: TakenSetup) => void
  /** What the hub has changes nothing here; `null`: no longer. */
  onRefused: (group: string, why: SetupRefusal | null) => void
  /** A logo that was wanted. */
  onLogo: (account: string, logo: LogoOfSetup) => void
  /** The hub had lost the setup or had an older one. */
  onRestored: () => void
  onFault: (error: unknown) => void
}

const SETUP: BucketPlan<PublishedSetup> = { name: 'setup', schema: publishedSetup }
const KEY = 'setup'
/** Under the account and the hash, in base64. Apart from the setup, which is stored at each change of it. */
const LOGOS: BucketPlan<{ picture: string }> = { name: 'logos', schema: z.object({ picture: z.base64() }) }
const CHECK_MS = 10_000

export function createSetup(deps: SetupDeps): SetupPart {
  let bucket: Bucket<PublishedSetup> | null = null
  let hub: OpenHub | null = null
  let wanted: { account: string; hash: string } | null = null
  let group = ''
  let unreadable = false
  let none = false
  let watch: { stop(): void } | null = null
  const nextCheck = new Timer(deps.clock)

  const read = (of: string, found: Found<PublishedSetup> | null): SetupRead | null =>
    found?.value == null ? null : readSetup(found.value, of, deps.pinned()?.id ?? null)

  /** A hub that was wiped or restored from an old copy takes no station back: it gets the newer setup again. */
  const hear = async (at: Bucket<PublishedSetup>, found: Found<PublishedSetup> | null): Promise<void> => {
    const [of, known, there] = [group, deps.known(group), read(group, found)]
    // H7: what cannot be read changes nothing, and may be of a newer version. SECURITY: not what no station has written.
    const refused = setupRefusalOf(there)
    unreadable = refused === 'newer' || isUnreadable(found)
    none = found === null
    deps.onRefused(of, refused === 'newer' ? null : refused)
    // It stays where it is: stations with two keys must not write over each other forever.
    if (unreadable || refused !== null) return
    const taken = takenOf(found, there)
    if (taken !== null && (known === null || !isOlderSetup(taken, known))) return deps.onSetup(of, taken)
    if (known === null) return
    const { published } = known
    const write = found === null ? at.create(KEY, published) : at.update(KEY, published, found.revision)
    // A station that does not lead may not write it; another one does.
    const written = await write.catch((error: unknown) => {
      if (isRefused(error)) return null
      throw error
    })
    if (written !== null) deps.onRestored()
    else if (taken !== null) deps.onRefused(of, 'older')
  }
  const lose = (): void => {
    nextCheck.cancel()
    watch?.stop()
    watch = null
    bucket = null
    hub = null
    wanted = null
    none = false
  }
  const askForLogo = async (): Promise<void> => {
    const [at, want] = [hub, wanted]
    if (at === null || want === null) return
    const { account, hash } = want
    const logos = await openBucket(at, LOGOS)
    const found = await logos.get(keyOf(account, hash))
    // Asked again: a station that has it gives it to a hub that has lost it.
    if (found === null || hub !== at || wanted !== want) return
    wanted = null
    const picture = Buffer.from(found.value?.picture ?? '', 'base64')
    // H7: another picture changes nothing.
    if (hashOf(picture) === hash) deps.onLogo(account, { hash, picture })
  }
  const check = (of: Bucket<PublishedSetup>): void => {
    nextCheck.set(CHECK_MS, () => {
      of.check()
        // A watch does not tell of a value that means nothing here.
        .then(async () => {
          const found = await of.get(KEY)
          if (bucket === of && found?.value == null) await hear(of, found)
        })
        .then(askForLogo)
        .then(() => {
          if (bucket === of) check(of)
        }, deps.onFault)
    })
  }

  return {
    async use(next) {
      lose()
      if (next === null) return
      const opened = await openBucket(next, SETUP)
      group = next.group.name
      bucket = opened
      hub = next
      await hear(opened, await opened.get(KEY))
      watch = await opened.watch(({ key, revision, value }) => {
        if (key === KEY && value !== null)
          hear(opened, { revision, value, isForeign: false, version: null }).catch(deps.onFault)
      }, deps.onFault)
      check(opened)
    },
    isUnreadable: () => unreadable,
    isNone: () => none,
    async keepLogo(account, { hash, picture }) {
      if (hub === null) return
      const logos = await openBucket(hub, LOGOS)
      await logos.create(keyOf(account, hash), { picture: picture.toString('base64') })
    },
    wantLogo(account, hash) {
      if (wanted?.account === account && wanted.hash === hash) return
      wanted = { account, hash }
      askForLogo().catch(deps.onFault)
    },
    async publish(over, make) {
      const at = bucket
      if (at === null) return 'away'
      const of = group
      const [key, found] = [deps.pinned(), await at.get(KEY)]
      const there = read(of, found)
      // SECURITY: where a key is pinned, only what it has signed can be of a newer version. All else is replaced, so that
      // nobody keeps supervisors from publishing.
      if ((isUnreadable(found) && key === null) || setupRefusalOf(there) === 'newer') return 'unreadable'
      const [taken, known] = [takenOf(found, there), deps.known(of)]
      const before = taken === null || (known !== null && isOlderSetup(taken, known)) ? known : taken
      if ((before?.document.id ?? null) !== over) return 'changed'
      if ((key !== null || before?.key != null) && key?.signs == null) return 'unsigned'
      const document = make(of, (before?.document.version ?? 0) + 1, before?.document ?? null)
      const published = publishedOf(document, key)
      const written =
        found === null ? await at.create(KEY, published) : await at.update(KEY, published, found.revision)
      if (written === null) return 'changed'
      unreadable = false
      deps.onRefused(of, null)
      deps.onSetup(of, { document, key: key?.id ?? null, published })
      return null
    },
    async leave() {
      lose()
    },
    async close() {
      lose()
    },
  }
}

const setupRefusalOf = (there: SetupRead | null): SetupRefusal | 'newer' | null =>
  there !== null && 'refused' in there ? there.refused : null
const takenOf = (found: Found<PublishedSetup> | null, there: SetupRead | null): TakenSetup | null =>
  found?.value != null && there !== null && 'document' in there ? { ...there, published: found.value } : null
/** A station of the group has written it. What is of an older version is in the stations' own files, and is written again. */
function isUnreadable(found: Found<PublishedSetup> | null): boolean {
  return found !== null && found.value === null && !found.isForeign && found.version !== 'older'
}

const keyOf = (account: string, hash: string): string => `${account}.${hash}`
const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex')
