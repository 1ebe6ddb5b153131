import { KeyFileUnreadable, openKeyFile } from '../base/key-file'
import { type SecretStore, SecretsUnavailable } from './host'

/** The key file of the data folder as a host's secret store; see `main/key-file.ts`. */
export function createKeyFileSecrets(dataDir: string): SecretStore {
  const keyFile = openKeyFile(dataDir)
  return {
    seal: async (plain) => keyFile.seal(plain),
    async open(sealed) {
      try {
        return keyFile.open(sealed)
      } catch (error) {
        throw error instanceof KeyFileUnreadable ? new SecretsUnavailable(error.message) : error
      }
    },
  }
}
