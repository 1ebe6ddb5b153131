import { expect, test, vi } from 'vitest'
import {
  APP_SCHEME,
  APP_URL,
  type ProtocolPart,
  serveApp,
} from '../../../../../src/main/hosts/electron/app-protocol'
import { createPrintPages } from '../../../../../src/main/hosts/print-pages'
import type { RendererFiles } from '../../../../../src/main/hosts/renderer-files'

const FILES: RendererFiles = new Map([
  ['/index.html', { contentType: 'text/html', body: Buffer.from('page'), immutable: false }],
  ['/assets/app.js', { contentType: 'text/javascript', body: Buffer.from('start()'), immutable: true }],
])

function served() {
  const handle = vi.fn<ProtocolPart['handle']>()
  const printPages = createPrintPages()
  const begun = serveApp({ handle }, FILES, printPages)
  const [scheme, respond] = handle.mock.calls[0] ?? []
  if (respond === undefined) throw new Error('nothing registered')
  return {
    scheme,
    printPages,
    begun,
    get: async (url: string, method = 'GET') => respond(new Request(url, { method })),
  }
}

test('the scheme is an origin of its own that cannot bypass the policy', () => {
  expect(APP_SCHEME.scheme).toBe(served().scheme)
  expect(APP_SCHEME.privileges).toEqual({
    standard: true,
    secure: true,
    supportFetchAPI: true,
    codeCache: true,
  })
})

test('the page has begun once its script and its sheet were read to their ends', async () => {
  const { get, begun } = served()
  const heard = vi.fn()
  void begun.then(heard)
  const script = await get('app://packbench/assets/app.js')
  const sheet = await get('app://packbench/assets/missing.css')
  await (await get(APP_URL)).text()
  await script.text()
  expect(heard).not.toHaveBeenCalled()
  await sheet.text()
  await begun
  expect(heard).toHaveBeenCalledOnce()
})

test('the page and its files are served under the strict policy', async () => {
  const { get } = served()
  const page = await get(APP_URL)
  expect([page.status, await page.text()]).toEqual([200, 'page'])
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const script = await get('app://packbench/assets/app.js?v=1')
  expect([script.status, await script.text()]).toEqual([200, 'start()'])
})

test.each([
  'app://packbench/../package.json',
  'app://packbench/assets/../../package.json',
  'app://packbench/%2e%2e/package.json',
  'app://packbench/..%2fpackage.json',
  'app://packbench//etc/passwd',
  'app://packbench/C:/Windows/win.ini',
])('%s is not found', async (url) => {
  expect((await served().get(url)).status).toBe(404)
})

test.each([
  ['app://other/', 'GET'],
  ['app://packbench.evil/', 'GET'],
  ['app://packbench:81/', 'GET'],
  [APP_URL, 'POST'],
])('%s by %s is refused', async (url, method) => {
  expect((await served().get(url, method)).status).toBe(403)
})

test('a document to print is served once, under its own policy', async () => {
  const { get, printPages } = served()
  const url = new URL(printPages.add({ html: 'paper', policy: "default-src 'none'" }), APP_URL).href
  const document = await get(url)
  expect([document.status, await document.text()]).toEqual([200, 'paper'])
  expect(document.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; frame-ancestors 'self'; sandbox /,
  )
  expect((await get(url)).status).toBe(404)
})
