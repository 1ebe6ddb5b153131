import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** What only the Electron host does, on the double: the built bundles' secrets. */

test.describe('the access token', () => {
  const sealedWith = (dataDir: string) => {
    const keychain = path.join(dataDir, 'electron', 'double-keychain')
    return existsSync(keychain) ? 'keychain' : 'key file'
  }
  /** Every byte of the data folder. */
  const allBytes = (dataDir: string): Buffer =>
    Buffer.concat(
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('chromium'))
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name))),
    )

  test('is sealed by the keychain, and packing goes on while that is locked', async ({
    openBench,
    dataDir,
  }) => {
    const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
    expect(sealedWith(dataDir)).toBe('keychain')
    expect(allBytes(dataDir).includes(bench.marketplace.accessToken)).toBe(false)
    const packer = await bench.restart({ ELECTRON_DOUBLE_KEYCHAIN: 'away' })
    await packer.open(nth(bench.orders, 0).id)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.everythingIsSent()
  })

  test(
    'is sealed by the key file where the keychain’s key is known to everybody',
    { tag: ELECTRON_FULL_TAG },
    async ({ openStation, openMarketplace, dataDir }) => {
      const marketplace = await openMarketplace()
      const station = await openStation({ env: { ...marketplace.env, ELECTRON_DOUBLE_KEYCHAIN: 'weak' } })
      await expect(station.page().getByText(/^Data from/)).toBeVisible()
      expect(sealedWith(dataDir)).toBe('key file')
      expect(existsSync(path.join(dataDir, 'secret.key'))).toBe(true)
    },
  )
})
