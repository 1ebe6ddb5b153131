import { expect, test, vi } from 'vitest'
import { createElectronSecrets, type SafeStoragePart } from '../../../../../src/main/hosts/electron/secrets'
import { SecretsUnavailable } from '../../../../../src/main/hosts/host'
import { createKeyFileSecrets } from '../../../../../src/main/hosts/key-file-secrets'
import { tempDir } from '../../../../support/temp-dir'

const SECRET = Buffer.from([0, 255, 128, 1, 2, 3])

type Backend = ReturnType<NonNullable<SafeStoragePart['getSelectedStorageBackend']>>

/** A keychain that reverses the bytes. */
function keychain(available: boolean, backend: Backend = 'gnome_libsecret'): SafeStoragePart {
  const turn = (bytes: Buffer) => Buffer.from(bytes).reverse()
  return {
    getSelectedStorageBackend: () => backend,
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

test('secrets sealed by the browser host open here', async () => {
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

test.each(['basic_text', 'unknown'] as const)(
  'SECURITY: on Linux the backend %s seals with a public key, so the key file seals instead',
  async (backend) => {
    const dir = tempDir()
    const storage = keychain(true, backend)
    const sealed = await createElectronSecrets(storage, createKeyFileSecrets(dir), 'linux').seal(SECRET)
    expect(storage.encryptStringAsync).not.toHaveBeenCalled()
    expect(await createKeyFileSecrets(dir).open(sealed)).toEqual(SECRET)
  },
)

test('secrets sealed by an earlier version with the well-known key open, and are to be sealed again', async () => {
  const sealed = await createElectronSecrets(keychain(true), createKeyFileSecrets(tempDir()), 'linux').seal(
    SECRET,
  )
  const secrets = createElectronSecrets(
    keychain(true, 'basic_text'),
    createKeyFileSecrets(tempDir()),
    'linux',
  )
  const again = vi.fn()
  expect(await secrets.open(sealed, again)).toEqual(SECRET)
  expect(again).toHaveBeenCalledOnce()
  const there = vi.fn()
  await createElectronSecrets(keychain(true), createKeyFileSecrets(tempDir()), 'linux').open(sealed, there)
  expect(there).not.toHaveBeenCalled()
})

test('a secret that the keychain wants sealed again is read twice, and the second result counts', async () => {
  const storage = keychain(true)
  const secrets = createElectronSecrets(storage, createKeyFileSecrets(tempDir()))
  const sealed = await secrets.seal(Buffer.from('old'))
  const answers = [SECRET, Buffer.from('new')].map((plain, place) => ({
    result: plain.toString('base64'),
    shouldReEncrypt: place === 0,
  }))
  vi.mocked(storage.decryptStringAsync).mockImplementation(async () => answers.shift()!)
  const again = vi.fn()
  expect(await secrets.open(sealed, again)).toEqual(Buffer.from('new'))
  expect(again).toHaveBeenCalledOnce()
})

test('an unavailable keychain is told from one that refuses for good', async () => {
  const storage = keychain(true)
  const secrets = createElectronSecrets(storage, createKeyFileSecrets(tempDir()))
  const sealed = await secrets.seal(SECRET)
  vi.mocked(storage.decryptStringAsync).mockRejectedValueOnce(
    new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'),
  )
  await expect(secrets.open(sealed)).rejects.toThrow(SecretsUnavailable)
  vi.mocked(storage.decryptStringAsync).mockRejectedValueOnce(new Error('Error while decrypting'))
  await expect(secrets.open(sealed)).rejects.not.toThrow(SecretsUnavailable)
  vi.mocked(storage.isAsyncEncryptionAvailable).mockResolvedValueOnce(false)
  vi.mocked(storage.decryptStringAsync).mockRejectedValueOnce(new Error('Error while decrypting'))
  await expect(secrets.open(sealed)).rejects.toThrow(SecretsUnavailable)
  expect(await secrets.open(sealed)).toEqual(SECRET)
})
