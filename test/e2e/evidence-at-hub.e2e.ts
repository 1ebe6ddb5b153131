import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, nth, test } from '../support/bench'
import { HAS_NATS, makeNatsServer } from '../support/nats-process'
import { openSection } from '../support/operators'
import { ELECTRON_FULL_TAG } from '../support/full'
import { PICTURES_TAG, takePictures } from '../support/pictures'

function evidenceFile(dataDir: string): string {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  return path.join(dataDir, names.find((name) => name.endsWith('evidence.sqlite')) ?? '')
}

test(
  'the evidence log is compared with the hub, which knows more than the PC after its end was cut off',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openBench, dataDir }) => {
    test.skip(!HAS_NATS, 'nats-server is not installed')
    const storeDir = mkdtempSync(path.join(tmpdir(), 'packbench-hub-'))
    const hub = await makeNatsServer(['-js', '-sd', storeDir])
    try {
      await hub.start()
      const bench = await openBench({ orders: [{ lines: 1 }], env: { PACKBENCH_HUB_URL: hub.url } })
      let { packer } = bench
      const verdict = () => packer.page.getByTestId('verdict-hub')
      const verifyUntil = (words: string | RegExp) =>
        expect(async () => {
          await packer.page.getByRole('button', { name: 'Verify' }).click()
          await expect(verdict()).toContainText(words, { timeout: 1_000 })
        }).toPass()
      await packer.scan(nth(nth(bench.orders, 0).order_lines, 0).item_number ?? '')
      await openSection(packer, 'Evidence')
      await verifyUntil(/The hub agrees up to entry \d+\. It has kept hashes of this log since/)
      await expect(packer.page.getByTestId('verdict')).not.toContainText('Only a hash')
      await takePictures(packer.page, 'evidence-at-hub')

      await bench.station.stop()
      const db = new Database(evidenceFile(dataDir))
      const last = db.prepare('SELECT max(seq) FROM entries').pluck().get() as number
      db.prepare('DELETE FROM entries WHERE seq = ?').run(last)
      db.close()
      packer = await bench.restart()
      await packer.page.getByRole('button', { name: 'Seen' }).click()
      await openSection(packer, 'Evidence')
      await verifyUntil(/The hub has kept entries up to|DIFFERS from the hub at entry/)
      await expect(verdict()).toContainText('records that the log was not as Packbench left it')
      await expect(verdict()).toHaveRole('alert')
      await takePictures(packer.page, 'evidence-differs-at-hub')
      await hub.kill()
      await verifyUntil('The hub cannot be reached now')
    } finally {
      await hub.kill()
      rmSync(storeDir, { recursive: true, force: true })
    }
  },
)
