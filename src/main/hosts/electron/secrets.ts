import { isSealedByKeyFile } from '../../base/key-file'
import { type SecretStore, SecretsUnavailable } from '../host'

/** Prefix of each sealed secret; never change it. */
const MAGIC = Buffer.from('PBE1')

/** The part of Electron's `SafeStorage` that is used here. */
export type SafeStoragePart = Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
> & {
  /** Linux only. */
  getSelectedStorageBackend?: Electron.SafeStorage['getSelectedStorageBackend']
}

/**
 * Seals with the operating system's keychain, or with the key file if there is none. Opens values sealed by either,
 * so that a station can change from the browser host to this one.
 */
export function createElectronSecrets(
  safeStorage: SafeStoragePart,
  keyFile: SecretStore,
  platform: NodeJS.Platform = process.platform,
): SecretStore {
  // SECURITY: without a keyring Electron on Linux seals with a well-known key, the same on every PC.
  const isPublic = (): boolean =>
    platform === 'linux' &&
    !['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'].includes(
      safeStorage.getSelectedStorageBackend?.() ?? 'unknown',
    )
  const decrypt = async (sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> => {
    const body = sealed.subarray(MAGIC.length)
    const { shouldReEncrypt, result } = await safeStorage.decryptStringAsync(body)
    // As Electron's documentation requires: keep the result of the second call.
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
        // A secret that cannot be sealed is lost; the key file is safe too, and the keychain seals it again later.
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

/** A locked or missing keychain may return; bytes that a working keychain refuses will never open. */
async function isForNow(safeStorage: SafeStoragePart, error: unknown): Promise<boolean> {
  // Electron gives no error code, only this text.
  if (/temporarily unavailable/i.test(String(error))) return true
  return !(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))
}
