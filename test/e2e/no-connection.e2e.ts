import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { certify, createAuthority, type Certificate } from '../support/certificates'
import { expect, test } from '../support/fixtures'
import { packerAt } from '../support/packer'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Why there is no connection: in words for packers, and for IT in Settings. */

const trouble = (page: Page) => page.getByTestId('no-connection')
const orders = (page: Page) => page.getByRole('listbox', { name: 'List of orders' })

/** Serves a marketplace over https; it answers as if it were reached over http. */
async function serveBehindTls(certificate: Certificate, marketplaceUrl: string) {
  const { port } = new URL(marketplaceUrl)
  const server = createServer(certificate, (incoming, response) => {
    const { method, url: target, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: target, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test(
  'an unknown authority is named, and its file makes the connection',
  { tag: ELECTRON_FULL_TAG },
  async ({ openMarketplace, openStation }) => {
    const marketplace = await openMarketplace({ seed: 7, orders: 250 })
    const authority = await createAuthority()
    const caFile = test.info().outputPath('company.pem')
    writeFileSync(caFile, authority.cert)
    const { server, baseUrl } = await serveBehindTls(await certify(authority), marketplace.baseUrl)
    try {
      const station = await openStation({ env: { ...marketplace.env, PACKBENCH_API_BASE_URL: baseUrl } })
      const packer = await packerAt(station.page())
      const banner = packer.page.getByRole('status').filter({ hasText: 'No connection to the marketplace' })
      await expect(banner).toContainText('For IT: tls_unknown_ca.')
      await expect(orders(packer.page)).toContainText('there is no connection to the marketplace')
      await expect(orders(packer.page)).not.toContainText('first import')
      await packer.openStation()
      await expect(packer.page.getByText('Tell IT: tls_unknown_ca.').first()).toBeVisible()
      await packer.goTo('Settings')
      await expect(trouble(packer.page)).toContainText('PACKBENCH_CA_FILE')
      await expect(trouble(packer.page)).toContainText(`at ${new URL(baseUrl).host}`)

      await station.restart({ PACKBENCH_CA_FILE: caFile })
      const again = await packerAt(station.page())
      await expect(again.gate).toHaveText('Online')
      await expect(again.page.getByText(/^Data from/)).toBeVisible()
      await again.goTo('Settings')
      await expect(trouble(again.page)).toBeHidden()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

test('testing an address in Settings says what is wrong with it', async ({
  openMarketplace,
  openStation,
}) => {
  const marketplace = await openMarketplace({ orders: 0, items: 0 })
  const station = await openStation()
  const packer = await packerAt(station.page())
  await packer.goTo('Settings')
  const settings = packer.page.getByRole('region', { name: 'Connection' })
  const tryAddress = async (baseUrl: string) => {
    await settings.getByLabel('Address of the marketplace', { exact: true }).fill(baseUrl)
    await settings.getByLabel('Access token', { exact: true }).fill(marketplace.accessToken)
    await settings.getByRole('button', { name: 'Connect', exact: true }).click()
  }
  const found = packer.page.getByTestId('address-trouble')
  await tryAddress(`${marketplace.baseUrl}/api/v1.0`)
  await expect(found).toContainText('Enter the address without /api/v1.0')
  await expect(found).toContainText('Code wrong_path, HTTP 404')
  await tryAddress(marketplace.baseUrl.replace('http:', 'https:'))
  await expect(found).toContainText('Code not_https')
  await tryAddress(marketplace.baseUrl)
  await expect(packer.page.getByTestId('mode')).toHaveText('Live')
  await expect(found).toBeHidden()
})
