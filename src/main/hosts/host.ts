import type { Printing } from '../base/printing'

/** Keeps secrets at rest. A secret sealed on one station opens only there. */
export type SecretStore = {
  seal(plain: Buffer): Promise<Buffer>
  /**
   * Throws when the bytes were sealed elsewhere or altered, which is final, and `SecretsUnavailable` when they may
   * open later.
   * @param sealAgain called if the secret opened and should be sealed again with a newer or safer key
   */
  open(sealed: Buffer, sealAgain?: () => void): Promise<Buffer>
}

/** The secret store is not available now (a locked keychain): sealed values must be kept. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable'
}

/** `resume`: the computer slept; `network`: its addresses changed. */
export type WakeReason = 'resume' | 'network'

/** The services that every host offers the composition. */
export type Host = {
  kind: 'electron' | 'browser'
  secrets: SecretStore
  printing: Printing
  /** Returns the function that stops listening. */
  onWake(listener: (reason: WakeReason) => void): () => void
  /** The system's proxy for an address, `null` for none; absent where the host cannot ask the system. */
  proxyFor?: (url: string) => Promise<string | null>
  /** Ends the app without asking, because the user chose to quit in its window. */
  quit(): void
  /** Only where the program can replace itself, and IT named a place for updates. */
  updater?: Updater
}

/** Replaces the program with a newer version. */
export type Updater = {
  /**
   * Looks for a newer version and downloads it.
   * @returns the version that can be installed, or `null`; throws if the place cannot be read
   */
  fetch(): Promise<string | null>
  /** Ends the program without asking, installs what was fetched, and starts it. */
  install(): void
}

/** A host cannot start; the message is one clear line for the terminal. */
export class HostError extends Error {
  override readonly name = 'HostError'
}
