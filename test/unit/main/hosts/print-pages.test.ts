import { expect, test } from 'vitest'
import { createPrintPages } from '../../../../src/main/hosts/print-pages'

const page = (html: string) => ({ html, policy: "default-src 'none'" })

test('a document is served once', () => {
  const pages = createPrintPages()
  const path = pages.add(page('slip'))
  expect(path).toMatch(/^\/print\/[\w-]{24}$/)
  expect(pages.respond(path)).toMatchObject({ status: 200, body: Buffer.from('slip') })
  expect(pages.respond(path)).toBeNull()
  expect(pages.respond('/print/other')).toBeNull()
})

test('unopened documents do not pile up: the oldest is dropped', () => {
  const pages = createPrintPages()
  const paths = Array.from({ length: 17 }, (_, index) => pages.add(page(String(index))))
  expect(pages.respond(paths[0] ?? '')).toBeNull()
  expect(pages.respond(paths[1] ?? '')).toMatchObject({ body: Buffer.from('1') })
  expect(pages.respond(paths[16] ?? '')).toMatchObject({ body: Buffer.from('16') })
})

test('hands a PDF out once, for the app’s own page alone', () => {
  const pages = createPrintPages()
  const path = pages.addPdf(Buffer.from('%PDF-'))
  const response = pages.respond(path)
  expect(response?.body.toString()).toBe('%PDF-')
  expect(response?.headers).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' },
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  })
  expect(pages.respond(path)).toBeNull()
})
