import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PreferenceFile } from '../../../areas/settings/preferences'
import type { TakenSetup } from '../../nats/setup/setup'
import { publishedSetup, readSetup } from '../../nats/setup/document'
import { wordsOfKey, type SetupKey } from '../../nats/setup/key'

/** A private section (see preferences.ts); never rename. */
const SECTION = 'setup'
const kept = z.object({
  /** The setup last taken of each group of stations: the PC may have several accounts. */
  groups: z.record(z.string(), publishedSetup).catch({}),
  /** For each value what the setup said last. */
  base: z.record(z.string(), z.unknown()).catch({}),
  /** The key that signs what counts here, for all groups: it is of the IT whose PC this is. */
  pinned: z
    .object({ key: z.string(), by: z.enum(['it', 'supervisor']) })
    .nullable()
    .catch(null),
  /** Groups whose hub has said that nobody had published a setup. */
  none: z.array(z.string()).catch([]),
})
type Kept = z.output<typeof kept>

/** What this PC keeps of the setups that it has taken, and which key it trusts. */
export class KeptSetup {
  /** It takes the place of any other key, also of an earlier one of IT's. Without it, the one from before stays. */
  private readonly fromIt: Kept['pinned']

  constructor(
    private readonly deps: {
      preferences: Pick<PreferenceFile, 'readPrivate' | 'savePrivate'>
      /** The key that IT names; `null` for none. */
      key: SetupKey | null
      log: (line: string) => void
    },
  ) {
    this.fromIt = deps.key && { key: deps.key.id, by: 'it' }
    if (this.fromIt !== null && !isDeepStrictEqual(this.read().pinned, this.fromIt))
      this.pinFromIt(this.fromIt)
  }

  read(): Kept {
    return kept.parse(this.deps.preferences.readPrivate(SECTION) ?? {})
  }

  save(changed: Partial<Kept>): void {
    this.deps.preferences.savePrivate(SECTION, { ...this.read(), ...changed })
  }

  pinnedBy(): Kept['pinned'] {
    return this.fromIt ?? this.read().pinned
  }

  pinned(): SetupKey | null {
    const key = this.pinnedBy()?.key ?? null
    return key === null ? null : { id: key, signs: this.deps.key?.signs ?? null }
  }

  /** The setup last taken of a group, if it still counts. */
  known(group: string): TakenSetup | null {
    const published = this.read().groups[group]
    if (published === undefined) return null
    const there = readSetup(published, group, this.pinned()?.id ?? null)
    return 'refused' in there ? null : { ...there, published }
  }

  private pinFromIt(pinned: NonNullable<Kept['pinned']>): void {
    this.deps.log(
      `The settings of all stations are signed with the key ${wordsOfKey(pinned.key)}, set by IT.`,
    )
    try {
      this.save({ pinned })
    } catch (error) {
      // It counts all the same while IT names it; a full disk must not stop the start.
      this.deps.log(String(error))
    }
  }
}
