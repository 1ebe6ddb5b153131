import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** How the keychain is: `weak` is Electron's on Linux without a keyring, `away` one that is locked for now. */
export type Keychain = 'strong' | 'weak' | 'away'

/** @see https://www.electronjs.org/docs/latest/api/safe-storage */
export class SafeStorageDouble implements Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
> {
  constructor(
    private readonly keyFile: () => string,
    private readonly keychain: () => Keychain,
  ) {}

  isAsyncEncryptionAvailable(): Promise<boolean> {
    return Promise.resolve(this.keychain() !== 'away')
  }

  encryptStringAsync(plain: string): Promise<Buffer> {
    return this.withKey((key) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    })
  }

  decryptStringAsync(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    return this.withKey((key) => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES)).setAuthTag(
        sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      )
      const body = sealed.subarray(IV_BYTES + TAG_BYTES)
      const result = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { result, shouldReEncrypt: false }
    })
  }

  getSelectedStorageBackend(): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> {
    return this.keychain() === 'weak' ? 'basic_text' : 'gnome_libsecret'
  }

  private async withKey<T>(use: (key: Buffer) => T): Promise<T> {
    if (this.keychain() === 'away') throw new Error('The keychain is temporarily unavailable')
    const file = this.keyFile()
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, randomBytes(KEY_BYTES))
    }
    return use(readFileSync(file))
  }
}
