import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../base/clock'
import { Timer } from '../../../base/timer'
import { openBucket, type Bucket, type BucketPlan, type Found } from '../storage/bucket'
import { isRefused } from '../storage/open-place'
import type { SetupRefusal } from '../../../../shared/contract/setup'
import type { HubPart, OpenHub } from '../part'
import {
  isOlderSetup,
  publishedOf,
  publishedSetup,
  readSetup,
  type KnownSetup,
  type PublishedSetup,
  type SetupDocument,
} from './document'
import type { SetupKey } from './key'

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
  return new SetupInBucket(deps)
}

class SetupInBucket implements SetupPart {
  private readonly logos: Logos
  private readonly nextCheck: Timer
  /** The name of the group whose bucket was opened last. */
  private group = ''
  private bucket: Bucket<PublishedSetup> | null = null
  private watch: { stop(): void } | null = null
  private unreadable = false
  private none = false

  constructor(private readonly deps: SetupDeps) {
    this.logos = new Logos(deps.onLogo)
    this.nextCheck = new Timer(deps.clock)
  }

  async use(next: OpenHub | null): Promise<void> {
    this.lose()
    if (next === null) return
    const bucket = await openBucket(next, SETUP)
    this.group = next.group.name
    this.bucket = bucket
    this.logos.use(next)
    await this.hear(bucket, await bucket.get(KEY))
    this.watch = await bucket.watch(({ key, revision, value }) => {
      if (key === KEY && value !== null)
        this.hear(bucket, { revision, value, isForeign: false, version: null }).catch(this.deps.onFault)
    }, this.deps.onFault)
    this.checkLater(bucket)
  }

  isUnreadable(): boolean {
    return this.unreadable
  }

  isNone(): boolean {
    return this.none
  }

  keepLogo(account: string, logo: LogoOfSetup): Promise<void> {
    return this.logos.keep(account, logo)
  }

  wantLogo(account: string, hash: string): void {
    if (this.logos.want(account, hash)) this.logos.ask().catch(this.deps.onFault)
  }

  async publish(over: string | null, make: MakeSetup): ReturnType<SetupPart['publish']> {
    const { bucket, group, deps } = this
    if (bucket === null) return 'away'
    const [key, found] = [deps.pinned(), await bucket.get(KEY)]
    const { taken, refused } = this.read(group, found)
    // SECURITY: where a key is pinned, only what it has signed can be of a newer version. All else is replaced, so that
    // nobody keeps supervisors from publishing.
    if ((isUnreadable(found) && key === null) || refused === 'newer') return 'unreadable'
    const known = deps.known(group)
    const before = taken === null || (known !== null && isOlderSetup(taken, known)) ? known : taken
    if ((before?.document.id ?? null) !== over) return 'changed'
    if ((key !== null || before?.key != null) && key?.signs == null) return 'unsigned'
    const document = make(group, (before?.document.version ?? 0) + 1, before?.document ?? null)
    const published = publishedOf(document, key)
    const written =
      found === null
        ? await bucket.create(KEY, published)
        : await bucket.update(KEY, published, found.revision)
    if (written === null) return 'changed'
    this.unreadable = false
    deps.onRefused(group, null)
    deps.onSetup(group, { document, key: key?.id ?? null, published })
    return null
  }

  async leave(): Promise<void> {
    this.lose()
  }

  async close(): Promise<void> {
    this.lose()
  }

  private lose(): void {
    this.nextCheck.cancel()
    this.watch?.stop()
    this.watch = null
    this.bucket = null
    this.logos.lose()
    this.none = false
  }

  private checkLater(bucket: Bucket<PublishedSetup>): void {
    this.nextCheck.set(CHECK_MS, () => {
      bucket
        .check()
        // A watch does not tell of a value that means nothing here.
        .then(async () => {
          const found = await bucket.get(KEY)
          if (this.bucket === bucket && found?.value == null) await this.hear(bucket, found)
        })
        .then(() => this.logos.ask())
        .then(() => {
          if (this.bucket === bucket) this.checkLater(bucket)
        }, this.deps.onFault)
    })
  }

  /** A hub that was wiped or restored from an old copy takes no station back: it gets the newer setup again. */
  private async hear(bucket: Bucket<PublishedSetup>, found: Found<PublishedSetup> | null): Promise<void> {
    const { group, deps } = this
    const known = deps.known(group)
    const { taken, refused } = this.read(group, found)
    // H7: what cannot be read changes nothing, and may be of a newer version. SECURITY: not what no station has written.
    this.unreadable = refused === 'newer' || isUnreadable(found)
    this.none = found === null
    deps.onRefused(group, refused === 'newer' ? null : refused)
    // It stays where it is: stations with two keys must not write over each other forever.
    if (this.unreadable || refused !== null) return
    if (taken !== null && (known === null || !isOlderSetup(taken, known))) return deps.onSetup(group, taken)
    if (known === null) return
    const { published } = known
    const write =
      found === null ? bucket.create(KEY, published) : bucket.update(KEY, published, found.revision)
    // A station that does not lead may not write it; another one does.
    const written = await write.catch((error: unknown) => {
      if (isRefused(error)) return null
      throw error
    })
    if (written !== null) deps.onRestored()
    else if (taken !== null) deps.onRefused(group, 'older')
  }

  /** What the hub has, as far as it counts here; else why not. Both are `null` where nothing is, or nothing readable. */
  private read(
    group: string,
    found: Found<PublishedSetup> | null,
  ): { taken: TakenSetup | null; refused: SetupRefusal | 'newer' | null } {
    if (found?.value == null) return { taken: null, refused: null }
    const there = readSetup(found.value, group, this.deps.pinned()?.id ?? null)
    if ('refused' in there) return { taken: null, refused: there.refused }
    return { taken: { ...there, published: found.value }, refused: null }
  }
}

/** A station of the group has written it. What is of an older version is in the stations' own files, and is written again. */
function isUnreadable(found: Found<PublishedSetup> | null): boolean {
  return found !== null && found.value === null && !found.isForeign && found.version !== 'older'
}

/** The pictures that setups name, in a bucket of their own. */
class Logos {
  private hub: OpenHub | null = null
  /** Asked for until the hub has it. */
  private wanted: { account: string; hash: string } | null = null

  constructor(private readonly onLogo: SetupDeps['onLogo']) {}

  use(hub: OpenHub): void {
    this.hub = hub
  }

  lose(): void {
    this.hub = null
    this.wanted = null
  }

  async keep(account: string, { hash, picture }: LogoOfSetup): Promise<void> {
    if (this.hub === null) return
    const logos = await openBucket(this.hub, LOGOS)
    await logos.create(keyOf(account, hash), { picture: picture.toString('base64') })
  }

  /** @returns whether it was not wanted before */
  want(account: string, hash: string): boolean {
    if (this.wanted?.account === account && this.wanted.hash === hash) return false
    this.wanted = { account, hash }
    return true
  }

  /** Asks for what is wanted. A station that has it gives it to a hub that has lost it. */
  async ask(): Promise<void> {
    const { hub, wanted } = this
    if (hub === null || wanted === null) return
    const { account, hash } = wanted
    const logos = await openBucket(hub, LOGOS)
    const found = await logos.get(keyOf(account, hash))
    if (found === null || this.hub !== hub || this.wanted !== wanted) return
    this.wanted = null
    const picture = Buffer.from(found.value?.picture ?? '', 'base64')
    // H7: another picture changes nothing.
    if (hashOf(picture) === hash) this.onLogo(account, { hash, picture })
  }
}

function keyOf(account: string, hash: string): string {
  return `${account}.${hash}`
}

function hashOf(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex')
}
