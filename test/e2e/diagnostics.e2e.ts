import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../support/fixtures'
import { ELECTRON_FULL_TAG } from '../support/full'
import { PICTURES_TAG, takePictures } from '../support/pictures'
import { runStation } from '../support/station'

/** The content of the file that a message names. */
const savedFile = (said: string | null): string =>
  readFileSync(/\/\S+\.(?:txt|json)/.exec(said ?? '')?.[0] ?? '', 'utf8')

test(
  'Settings says how the station is, and makes files for IT',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openStation, openMarketplace, temporaryFolder, host }) => {
    const marketplace = await openMarketplace()
    const provisioning = path.join(temporaryFolder, 'provisioning.json')
    writeFileSync(
      provisioning,
      JSON.stringify({
        connection: { baseUrl: marketplace.baseUrl, accessToken: marketplace.accessToken },
        station: { currency: 'EUR', curency: 'USD' },
      }),
    )
    const station = await openStation({
      flags: [`--provisioning=${provisioning}`],
      env: { Packbench_Warehouse: '7' },
    })
    const page = station.page()
    await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByText('IT sets these values for this PC')).toContainText('Currency')
    await page.getByRole('tab', { name: 'Diagnostics' }).click()
    const checks = page.getByRole('region', { name: 'Checks' })
    const row = (name: string) => checks.getByRole('listitem').filter({ hasText: name })
    await expect(row('Connection').getByRole('img', { name: 'Good' })).toBeVisible()
    await expect(row('IT’s settings').getByRole('img', { name: 'Look at this' })).toBeVisible()
    await expect(row('IT’s settings')).toContainText('station.curency')
    await expect(row('IT’s settings')).toContainText('Packbench_Warehouse is not a variable')
    await takePictures(page, 'diagnostics')
    await page.getByRole('button', { name: 'Save support file' }).click()
    const saved = page.getByRole('status').filter({ hasText: 'Saved as' })
    await expect(saved).toContainText('packbench-support')
    const report = savedFile(await saved.textContent())
    expect(report).toMatch(/^ok +connection/m)
    expect(report, 'the log').toContain(host === 'browser' ? 'browser host' : 'electron host')
    expect(report).not.toContain(marketplace.accessToken)
    await page.getByRole('button', { name: 'Export this PC' }).click()
    await expect(saved).toContainText('packbench-setup')
    expect(JSON.parse(savedFile(await saved.textContent()))).toMatchObject({
      connection: { baseUrl: marketplace.baseUrl },
      station: { currency: 'EUR' },
    })
    await page.getByRole('tab', { name: 'General' }).click()
    const currency = page.getByRole('textbox', { name: 'Currency' })
    await expect(currency).toBeDisabled()
    await expect(currency).toHaveAccessibleDescription(/Your IT department sets this for this PC/)
  },
)

test(
  '--doctor says of a station at work that it is healthy, and of one without its marketplace that it is not',
  { tag: ELECTRON_FULL_TAG },
  async ({ openStation, openMarketplace, dataDir }) => {
    const marketplace = await openMarketplace()
    const station = await openStation({ env: marketplace.env })
    await expect(station.page().getByRole('listbox', { name: 'List of orders' })).toBeVisible()
    const doctor = () => runStation(['--doctor', `--data-dir=${dataDir}`], marketplace.env)
    const healthy = await doctor()
    expect(healthy.stdout).toMatch(/^ok +connection/m)
    expect(healthy.stdout).toContain('This station is healthy.')
    expect(healthy.code).toBe(0)
    await marketplace.goOffline()
    const ill = await doctor()
    expect(ill.stdout).toContain('This station is not healthy: connection.')
    expect(ill.code).toBe(1)
    expect(healthy.stdout + ill.stdout).not.toContain(marketplace.accessToken)
    await marketplace.goOnline()
  },
)
