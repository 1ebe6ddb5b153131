import { KeyFileUnreadable, openKeyFile } from '../base/key-file'
import { type SecretStore, SecretsUnavailable } from './host'

/** The key file of the data folder as a host's secret store; see `main/key-file.ts`. */
export function createKeyFileSecrets(dataDir: string): SecretStore {
  const keyFile = openKeyFile(dataDir)
  return {
    seal: async (plain) => readable(() => keyFile.seal(plain)),
    open: async (sealed) => readable(() => keyFile.open(sealed)),
  }
}

function readable<T>(use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw error instanceof KeyFileUnreadable ? new SecretsUnavailable(error.message) : error
  }
}
