import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '@nats-io/transport-node'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { publishedOf, setupDocument } from '../../src/main/warehouse/nats/setup/document'
import { wordsOfKey } from '../../src/main/warehouse/nats/setup/key'
import { groupKey } from '../../src/main/warehouse/multicast/seal'
import { expect } from '../support/bench'
import { LOGO_PNG } from '../support/logo'
import { HAS_NATS, makeNatsServer } from '../support/nats-process'
import { test } from '../support/neighbors'
import { addOperator, openSection } from '../support/operators'
import { saveText } from '../support/settings'
import { ELECTRON_FULL_TAG } from '../support/full'
import { PICTURES_TAG, takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'
import type { TestMarketplace } from '../support/marketplace'
import { openSetupAtHub } from '../support/setup-at-hub'
import { makeSetupKey } from '../support/setup-keys'

const IDLE = /^Minutes without a scan/

const cardOf = ({ page }: Packer) => page.getByRole('region', { name: 'Settings for all stations' })

async function publish(packer: Packer) {
  await cardOf(packer).getByRole('button', { name: 'Use this station’s settings for all stations' }).click()
  return packer.page.getByRole('dialog')
}

async function saveIdle(packer: Packer, minutes: string) {
  await openSection(packer, 'Operators')
  await saveText(packer.page.getByRole('textbox', { name: IDLE }), minutes)
}

const slipOf = ({ page }: Packer) => page.getByRole('region', { name: 'Packing slip' })

async function saveSender(packer: Packer, field: string, text: string) {
  await openSection(packer, 'Printing')
  await saveText(slipOf(packer).getByRole('textbox', { name: field, exact: true }), text)
}

/** IT makes a key: a supervisor compares its words, and nothing else counts from then on. */
async function followsOneKey(packer: Packer, url: string, { baseUrl, accessToken }: TestMarketplace) {
  const connection = await connect({ servers: url })
  try {
    const group = hubGroup(groupKey({ accessToken }, baseUrl))
    const [atHub, { desk, bench }] = [await openSetupAtHub(connection, group), makeSetupKey()]
    const document = setupDocument.parse(await atHub.read())
    await openSection(packer, 'Stations')
    const [card, words] = [cardOf(packer), `the key “${wordsOfKey(bench.id)}”`]
    await atHub.write(publishedOf({ ...document, version: 2 }, desk))
    await expect(card).toContainText(`Signed with ${words}`)
    await takePictures(packer.page, 'setup-at-hub-key')
    await card.getByRole('button', { name: 'The words are the same' }).click()
    await expect(card).toContainText(
      `Only settings signed with ${words} count here. A supervisor confirmed it`,
    )
    await atHub.write({ ...document, version: 3 })
    await expect(card).toContainText('settings without a signature. They change nothing here')
    await expect(card).toContainText('Version 2')
    await expect(card.getByRole('button', { name: 'Use this station’s settings' })).toBeDisabled()
    await takePictures(packer.page, 'setup-at-hub-refused')
  } finally {
    await connection.close()
  }
}

test(
  'a station follows the published settings, and shows what was changed there',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openTwoBenches }) => {
    test.skip(!HAS_NATS, 'nats-server is not installed')
    const storeDir = mkdtempSync(path.join(tmpdir(), 'packbench-hub-'))
    const hub = await makeNatsServer(['-js', '-sd', storeDir])
    try {
      await hub.start()
      const { first, second, marketplace } = await openTwoBenches([{ lines: [{ title: 'Wool coat' }] }], {
        PACKBENCH_HUB_URL: hub.url,
      })
      await openSection(first, 'Operators')
      await addOperator(first, 'Jo', { pin: '4711' })
      await saveIdle(first, '90')
      await saveSender(first, 'Sender', 'Atelier Nord')
      const logo = { name: 'logo.png', mimeType: 'image/png', buffer: LOGO_PNG }
      await slipOf(first).locator('input[type=file]').setInputFiles(logo)
      await expect(slipOf(first).getByRole('button', { name: 'Remove the logo' })).toBeVisible()
      await openSection(first, 'Stations')
      await expect(cardOf(first)).toContainText('No settings are shared yet')
      const dialog = await publish(first)
      await takePictures(first.page, 'setup-at-hub-asked')
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(cardOf(first)).toContainText('Version 1, published at Bench 1')
      await expect(cardOf(first)).toContainText('Not signed')

      await openSection(second, 'Operators')
      await expect(second.page.getByRole('textbox', { name: IDLE })).toHaveValue('90')
      await saveIdle(second, '30')
      await openSection(second, 'Printing')
      await expect(slipOf(second).getByRole('textbox', { name: 'Sender', exact: true })).toHaveValue(
        'Atelier Nord',
      )
      await slipOf(second).getByRole('button', { name: 'Remove the logo' }).click()
      await expect(slipOf(second)).toContainText('No logo')
      await openSection(second, 'Stations')
      const list = cardOf(second).getByRole('list', { name: 'Different on this station' })
      await expect(list).toContainText('Minutes until the station locks')
      await takePictures(second.page, 'setup-at-hub')
      for (const name of ['Minutes until the station locks', 'Logo'])
        await list.getByRole('button', { name: `Use the warehouse’s setting again: ${name}` }).click()
      await expect(list).toHaveCount(0)
      await openSection(second, 'Operators')
      await expect(second.page.getByRole('textbox', { name: IDLE })).toHaveValue('90')
      await followsOneKey(second, hub.url, marketplace)
    } finally {
      await hub.kill()
      rmSync(storeDir, { recursive: true, force: true })
    }
  },
)
