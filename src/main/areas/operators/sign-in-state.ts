import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../../base/durable-file'

/**
 * Who is signed in at this PC, whether it is locked, when somebody was last active, and wrong PINs: stored in
 * `sign-in.json`, so that a restart neither unlocks anything nor forgets a try. Not in preferences.json, which IT
 * copies.
 */
const kept = z.object({
  signedInId: z.uuid().nullable(),
  locked: z.boolean(),
  /** Milliseconds since the epoch by this PC's clock; may be some seconds out of date. */
  activeAtMs: z.number().nullable(),
  /** Wrong PINs since the last right one, by operator. */
  tries: z.record(z.string(), z.int().positive()),
})
export type SignInState = z.output<typeof kept>

export type SignInFile = {
  /** `null` when the file is missing or cannot be read: who is signed in is then unknown. */
  read(): SignInState | null
  /** Never throws: a full disk must not keep the station from locking. */
  save(state: SignInState): void
}

export function openSignInFile(dataDir: string, log: (line: string) => void): SignInFile {
  const file = join(dataDir, 'sign-in.json')
  return {
    read() {
      try {
        return kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
      } catch {
        return null
      }
    },
    save(state) {
      try {
        writeDurably(file, JSON.stringify(state))
      } catch (error) {
        log(`${file} could not be written: ${error instanceof Error ? error.message : 'unknown error'}`)
      }
    },
  }
}
