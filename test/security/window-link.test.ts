import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { openDoor } from '../../src/main/hosts/browser/door'
import { writeLinkFile } from '../../src/main/hosts/browser/link-file'
import { startBrowserServer } from '../../src/main/hosts/browser/server'
import { openWindow, windowFlags } from '../../src/main/hosts/browser/window'
import { readScreen } from '../../src/main/hosts/display'
import { freePort, testParts } from '../contract/hosts/browser-client'
import { eventually } from '../support/eventually'
import { tempDir } from '../support/temp-dir'

/** How the window gets its link, with a real Chromium. */

/** The command line of every process that this user may see, as another user could. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        return []
      }
    })
}

async function end(window: ChildProcess): Promise<void> {
  const ended = once(window, 'close')
  window.kill('SIGKILL')
  await ended
}

it.runIf(process.platform === 'linux')('no command line shows the link that opens the window', async () => {
  const dataDir = tempDir()
  const door = await openDoor(await freePort())
  const server = await startBrowserServer(testParts(), door)
  onTestFinished(() => server.close())
  const link = door.newLink()
  const linkFile = writeLinkFile(dataDir, link)
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token).toHaveLength(43)

  const opened: string[] = []
  const scripts: string[] = []
  door.server.prependListener('request', (request) => {
    if (request.url?.startsWith('/open')) opened.push(request.url)
    if (request.url === '/assets/app.js') scripts.push(request.headers.cookie ?? '')
  })
  const flags = windowFlags(linkFile.address, path.join(dataDir, 'browser-window'), readScreen())
  const seen = new Set<string>()
  const window = openWindow(needChromium(), [...flags, '--headless=new'])
  onTestFinished(() => end(window))
  await eventually(() => {
    for (const line of commandLines()) seen.add(line)
    expect(opened).toEqual([`/open?token=${token}`])
  })
  // The window did open the app, and its browser is among the processes examined.
  expect(door.isFresh(link)).toBe(false)
  const ours = [...seen].filter((line) => line.includes(dataDir))
  expect(ours.some((line) => line.includes(`--app=${linkFile.address}`))).toBe(true)
  for (const line of seen) expect(line).not.toContain(token)
})

it.skipIf(process.platform === 'win32')('the file with the link is this user’s alone, and goes', () => {
  const dataDir = tempDir()
  const first = writeLinkFile(dataDir, 'http://127.0.0.1:1/open?token=first')
  const file = fileURLToPath(first.address)
  writeFileSync(path.join(path.dirname(file), 'other'), '')
  const again = writeLinkFile(dataDir, 'http://127.0.0.1:1/open?token=</script>')
  expect(again.address).toBe(first.address)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  expect(readFileSync(file, 'utf8')).not.toContain('first')
  expect(readFileSync(file, 'utf8').match(/<\/script>/g)).toHaveLength(1)
  again.remove()
  expect(readdirSync(dataDir)).toEqual([])
})
