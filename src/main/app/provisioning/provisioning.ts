import type { ProvisioningFile } from './schema'

/** What IT sets for a PC. */

export type Provisioning = Omit<ProvisioningFile, '$schema'> & {
  /** Where it was read from; `null` when there is none. */
  file: string | null
}

export const NOT_PROVISIONED: Provisioning = { file: null }

export type ProvisioningResult =
  /** `refused`: one line for each value that is not used. */
  { ok: true; provisioning: Provisioning; refused: string[] } | { ok: false; problem: string }

/** Checks what IT's file says. @param parsed the file's JSON */
export type ProvisioningCheck = (file: string, parsed: unknown) => ProvisioningResult
