import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRendererFiles, respondWithFile } from '../../../../src/main/hosts/renderer-files'
import { tempDir } from '../../../support/temp-dir'

async function sample() {
  const root = path.join(tempDir(), 'renderer')
  mkdirSync(path.join(root, 'assets'), { recursive: true })
  writeFileSync(path.join(root, '..', 'outside.js'), 'outside')
  writeFileSync(path.join(root, 'index.html'), '<meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__">')
  writeFileSync(path.join(root, 'assets', 'app-1.js'), 'app("__CSP_NONCE__")')
  writeFileSync(path.join(root, 'notes.unknown'), 'x')
  return readRendererFiles(root)
}

test('the page gets a fresh nonce at each load, the same in its body and its policy', async () => {
  const files = await sample()
  const [first, second] = [respondWithFile(files, '/', []), respondWithFile(files, '/', [])]
  const nonceOf = ({ headers }: typeof first) =>
    /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? ''
  expect(nonceOf(first)).toMatch(/^[\w+/=]{24}$/)
  expect(nonceOf(second)).not.toBe(nonceOf(first))
  expect(first.body.toString()).toBe(`<meta nonce="${nonceOf(first)}"><style nonce="${nonceOf(first)}">`)
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
})

test('a built file is cached by the browser and served unchanged', async () => {
  const response = respondWithFile(await sample(), '/assets/app-1.js', ['ws://127.0.0.1:1'])
  expect(response).toMatchObject({ status: 200, body: Buffer.from('app("__CSP_NONCE__")') })
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("connect-src 'self' ws://127.0.0.1:1;"),
  })
})

test.each([
  '/outside.js',
  '/../outside.js',
  '/assets/../../outside.js',
  '/%2e%2e/outside.js',
  '/..\\outside.js',
  '//index.html',
  '/notes.unknown',
  '/constructor',
])('%s is not found', async (urlPath) => {
  expect(respondWithFile(await sample(), urlPath, [])).toMatchObject({
    status: 404,
    body: Buffer.from('Not found'),
  })
})
