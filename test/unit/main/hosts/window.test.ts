import { expect, test } from 'vitest'
import { findBrowser, windowFlags } from '../../../../src/main/hosts/browser/window'
import { readScreen } from '../../../../src/main/hosts/display'

const among =
  (...files: string[]) =>
  (file: string) =>
    files.includes(file)

test('the first browser in the order of preference is found', () => {
  const env = { PATH: '/usr/local/bin:relative:/usr/bin' }
  expect(findBrowser('linux', env, among('/usr/bin/chromium', '/usr/bin/microsoft-edge'))).toBe(
    '/usr/bin/chromium',
  )
  expect(findBrowser('linux', env, among('relative/chromium', '/opt/chromium'))).toBeNull()
  expect(findBrowser('linux', {}, () => true)).toBeNull()
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
  expect(findBrowser('win32', { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, among(edge))).toBe(edge)
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  expect(findBrowser('darwin', {}, among(chrome))).toBe(chrome)
})

test('the window is an app window with a profile of its own', () => {
  const flags = windowFlags('http://127.0.0.1:1/open?token=t', '/data/window', readScreen('linux', {}, 1000))
  expect(flags).toContain('--app=http://127.0.0.1:1/open?token=t')
  expect(flags).toContain('--user-data-dir=/data/window')
})

test('SECURITY: the browser’s sandbox is off for root on Linux only', () => {
  const flagsFor = (platform: NodeJS.Platform, uid: number | null) =>
    windowFlags('http://127.0.0.1:1/', '/data', readScreen(platform, { DISPLAY: ':0' }, uid))
  expect(flagsFor('linux', 0)).toContain('--no-sandbox')
  expect(flagsFor('linux', 1000)).not.toContain('--no-sandbox')
  expect(flagsFor('darwin', 0)).not.toContain('--no-sandbox')
  expect(flagsFor('win32', null)).not.toContain('--no-sandbox')
})
