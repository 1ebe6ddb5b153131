import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SecretsUnavailable } from '../../../../src/main/hosts/host'
import { openKeyFile } from '../../../../src/main/base/key-file'
import { createKeyFileSecrets } from '../../../../src/main/hosts/key-file-secrets'
import { tempDir } from '../../../support/temp-dir'

const SECRET = Buffer.from('an access token')

test('a sealed secret opens again, even after a restart', async () => {
  const dir = tempDir()
  const sealed = await createKeyFileSecrets(dir).seal(SECRET)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(await createKeyFileSecrets(dir).open(sealed)).toEqual(SECRET)
})

test('the same secret never looks the same twice', async () => {
  const secrets = createKeyFileSecrets(tempDir())
  expect(await secrets.seal(SECRET)).not.toEqual(await secrets.seal(SECRET))
})

test.runIf(process.platform !== 'win32')('SECURITY: only the user may read the key', async () => {
  const dir = tempDir()
  await createKeyFileSecrets(dir).seal(SECRET)
  const file = path.join(dir, 'secret.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file)).toHaveLength(32)
})

test('altered, cut and foreign bytes do not open', async () => {
  const secrets = createKeyFileSecrets(tempDir())
  const sealed = await secrets.seal(SECRET)
  for (const at of [5, 20, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    await expect(secrets.open(altered)).rejects.toThrow()
  }
  await expect(secrets.open(sealed.subarray(0, 20))).rejects.toThrow()
  await expect(secrets.open(SECRET)).rejects.toThrow('another kind of store')
  await expect(secrets.open(await createKeyFileSecrets(tempDir()).seal(SECRET))).rejects.toThrow()
})

test('a damaged key file is set aside with one log line, and a new key seals', async () => {
  const dir = tempDir()
  const file = path.join(dir, 'secret.key')
  writeFileSync(file, 'short')
  const lines: string[] = []
  const keyFile = openKeyFile(dir, (line) => lines.push(line))
  expect(keyFile.open(keyFile.seal(SECRET))).toEqual(SECRET)
  expect(lines).toEqual([expect.stringContaining('was damaged and moved aside')])
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('short')
  expect(await createKeyFileSecrets(dir).open(keyFile.seal(SECRET))).toEqual(SECRET)
})

test('a key file that cannot be read now is not replaced', async () => {
  const dir = tempDir()
  const sealed = await createKeyFileSecrets(dir).seal(SECRET)
  const file = path.join(dir, 'secret.key')
  const key = readFileSync(file)
  rmSync(file)
  mkdirSync(file)
  await expect(createKeyFileSecrets(dir).open(sealed)).rejects.toThrow(SecretsUnavailable)
  await expect(createKeyFileSecrets(dir).seal(SECRET)).rejects.toThrow('cannot be read')
  rmdirSync(file)
  writeFileSync(file, key)
  expect(await createKeyFileSecrets(dir).open(sealed)).toEqual(SECRET)
})
