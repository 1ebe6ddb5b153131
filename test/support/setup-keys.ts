import { generateKeyPairSync } from 'node:crypto'
import { readSetupKey, type SetupKey } from '../../src/main/warehouse/nats/setup/key'

/** A key pair of IT's. */
export function makeSetupKey(): {
  /** With the private half. */
  desk: SetupKey
  /** The public half alone. */
  bench: SetupKey
} {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const desk = readSetupKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const bench = readSetupKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  if (desk === null || bench === null) throw new Error('the key cannot be read')
  return { desk, bench }
}
