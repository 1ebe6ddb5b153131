import { expect, test, vi } from 'vitest'
import { createElectronSecrets, type SafeStoragePart } from '../../../../../src/main/hosts/electron/secrets'
import { createKeyFileSecrets } from '../../../../../src/main/hosts/key-file-secrets'
import { tempDir } from '../../../../support/temp-dir'

const SECRET = Buffer.from([0, 255, 128, 1, 2, 3])

/** A keychain that turns the bytes around. */
function keychain(available: boolean): SafeStoragePart {
  const turn = (bytes: Buffer) => Buffer.from(bytes).reverse()
  return {
    isAsyncEncryptionAvailable: vi.fn(() => Promise.resolve(available)),
    encryptStringAsync: vi.fn((plain: string) => Promise.resolve(turn(Buffer.from(plain)))),
    decryptStringAsync: vi.fn((sealed: Buffer) =>
      Promise.resolve({ result: turn(sealed).toString(), shouldReEncrypt: false }),
    ),
  }
}

test('the keychain seals and opens any bytes', async () => {
  const storage = keychain(true)
  const secrets = createElectronSecrets(storage, createKeyFileSecrets(tempDir()))
  const sealed = await secrets.seal(SECRET)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(await secrets.open(sealed)).toEqual(SECRET)
  expect(storage.encryptStringAsync).toHaveBeenCalledOnce()
})

test('without a keychain the key file seals', async () => {
  const dir = tempDir()
  const storage = keychain(false)
  const secrets = createElectronSecrets(storage, createKeyFileSecrets(dir))
  const sealed = await secrets.seal(SECRET)
  expect(storage.encryptStringAsync).not.toHaveBeenCalled()
  expect(await createKeyFileSecrets(dir).open(sealed)).toEqual(SECRET)
})

test('what the browser host sealed opens here', async () => {
  const dir = tempDir()
  const sealed = await createKeyFileSecrets(dir).seal(SECRET)
  const secrets = createElectronSecrets(keychain(true), createKeyFileSecrets(dir))
  expect(await secrets.open(sealed)).toEqual(SECRET)
})

test('unknown bytes are refused without asking the keychain', async () => {
  const storage = keychain(true)
  const secrets = createElectronSecrets(storage, createKeyFileSecrets(tempDir()))
  await expect(secrets.open(SECRET)).rejects.toThrow('no known store')
  expect(storage.decryptStringAsync).not.toHaveBeenCalled()
})
