import type { Printing } from '../printing'

/** Keeps secrets at rest. What was sealed on one station opens only there. */
export type SecretStore = {
  seal(plain: Buffer): Promise<Buffer>
  /** Throws when the bytes were sealed elsewhere or altered. */
  open(sealed: Buffer): Promise<Buffer>
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
