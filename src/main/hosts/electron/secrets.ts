import { isSealedByKeyFile } from '../../base/key-file'
import { type SecretStore, SecretsUnavailable } from '../host'

/** Stored in front of each sealed secret; never change. */
const MAGIC = Buffer.from('PBE1')

/** Only what is used of Electron's `SafeStorage`. */
export type SafeStoragePart = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
> & {
  /** On Linux alone. */
  getSelectedStorageBackend?: Electron.SafeStorage['getSelectedStorageBackend']
}

/**
 * Seals with the operating system's keychain, and with the key file where there is none. Opens what either
 * has sealed, so that a station may change from the browser host to this one.
 */
export function createElectronSecrets(
  safeStorage: SafeStoragePart,
  keyFile: SecretStore,
  platform: NodeJS.Platform = process.platform,
): SecretStore {
  // SECURITY: without a keyring Electron on Linux seals with a key that is the same on every PC and public.
  const isPublic = (): boolean =>
    platform === 'linux' &&
    !['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'].includes(
      safeStorage.getSelectedStorageBackend?.() ?? 'unknown',
    )
  const decrypt = async (sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> => {
    const body = sealed.subarray(MAGIC.length)
    const { shouldReEncrypt, result } = await safeStorage.decryptStringAsync(body)
    // As Electron's documentation asks: the second answer is the one to be kept.
    return shouldReEncrypt
      ? { shouldReEncrypt, result: (await safeStorage.decryptStringAsync(body)).result }
      : { shouldReEncrypt, result }
  }
  return {
    async seal(plain) {
      if (isPublic() || !(await safeStorage.isAsyncEncryptionAvailable())) return keyFile.seal(plain)
      try {
        return Buffer.concat([MAGIC, await safeStorage.encryptStringAsync(plain.toString('base64'))])
      } catch (error) {
        // What is not sealed is lost; with the key file it is safe too, and moves to the keychain later.
        console.error(error)
        return keyFile.seal(plain)
      }
    },
    async open(sealed, sealAgain) {
      if (isSealedByKeyFile(sealed)) return keyFile.open(sealed, sealAgain)
      if (!sealed.subarray(0, MAGIC.length).equals(MAGIC))
        throw new Error('the secret was sealed by no known store')
      const { shouldReEncrypt, result } = await decrypt(sealed).catch(async (error: unknown) => {
        throw (await isForNow(safeStorage, error)) ? new SecretsUnavailable(String(error)) : error
      })
      if (shouldReEncrypt || isPublic()) sealAgain?.()
      return Buffer.from(result, 'base64')
    },
  }
}

/** A locked or missing keychain may be back later; bytes that it refuses while it works will not open later either. */
async function isForNow(safeStorage: SafeStoragePart, error: unknown): Promise<boolean> {
  // Electron gives no code for it, only this wording.
  if (/temporarily unavailable/i.test(String(error))) return true
  return !(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))
}
