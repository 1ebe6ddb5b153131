import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDevWindow } from '../../../scripts/dev-window.mjs'
import { findChromium } from '../../../scripts/test-machine.mjs'
import { tempDir } from '../../support/temp-dir'

/** The window of `npm run dev`, without a screen. */

test.skipIf(findChromium() === null)('each start is shown in the same window', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Start ${request.url?.slice(1)}</title>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const onClosed = vi.fn()
  const window = await openDevWindow(tempDir(), onClosed, true)
  if (window === null) throw new Error('no window')
  onTestFinished(() => window.close())

  await window.show(`${address}/1`)
  expect(await window.title()).toBe('Start 1')
  await window.show(`${address}/2`)
  expect(await window.title()).toBe('Start 2')
  expect(onClosed).not.toHaveBeenCalled()
})
