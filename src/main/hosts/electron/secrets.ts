import type { SecretStore } from '../host'
import { isSealedByKeyFile } from '../key-file-secrets'

/** Stored in front of each sealed secret; never change. */
const MAGIC = Buffer.from('PBE1')

/** Only what is used of Electron's `SafeStorage`. */
export type SafeStoragePart = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>

/**
 * Seals with the operating system's keychain, and with the key file where there is none. Opens what either
 * has sealed, so that a station may change from the browser host to this one.
 */
export function createElectronSecrets(safeStorage: SafeStoragePart, keyFile: SecretStore): SecretStore {
  return {
    async seal(plain) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return keyFile.seal(plain)
      return Buffer.concat([MAGIC, await safeStorage.encryptStringAsync(plain.toString('base64'))])
    },
    async open(sealed) {
      if (isSealedByKeyFile(sealed)) return keyFile.open(sealed)
      if (!sealed.subarray(0, MAGIC.length).equals(MAGIC))
        throw new Error('the secret was sealed by no known store')
      const { result } = await safeStorage.decryptStringAsync(sealed.subarray(MAGIC.length))
      return Buffer.from(result, 'base64')
    },
  }
}
