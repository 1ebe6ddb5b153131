import type { Printing } from '../base/printing'

/** Keeps secrets at rest. What was sealed on one station opens only there. */
export type SecretStore = {
  seal(plain: Buffer): Promise<Buffer>
  /**
   * Throws when the bytes were sealed elsewhere or altered, which is final, and `SecretsUnavailable` when they may open
   * later.
   * @param sealAgain called when they opened and should be sealed again, under a newer or safer key
   */
  open(sealed: Buffer, sealAgain?: () => void): Promise<Buffer>
}

/** What keeps the secrets does not answer now (a locked keychain): nothing sealed may be given up for that. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable'
}

/** `resume`: the computer slept; `network`: its addresses changed. */
export type WakeReason = 'resume' | 'network'

/** Everything a host must offer the composition. */
export type Host = {
  kind: 'electron' | 'browser'
  secrets: SecretStore
  printing: Printing
  /** Returns the function that stops listening. */
  onWake(listener: (reason: WakeReason) => void): () => void
  /** Ends the app, because somebody asked for it in its window: nobody is asked again. */
  quit(): void
}

/** A host cannot start; the message is one clear line for the person at the terminal. */
export class HostError extends Error {
  override readonly name = 'HostError'
}
