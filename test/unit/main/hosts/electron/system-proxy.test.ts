import { expect, it } from 'vitest'
import { createSystemProxy } from '../../../../../src/main/hosts/electron/system-proxy'

it.each([
  ['DIRECT', null],
  ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS proxy.example:443;PROXY other.example:80', 'https://proxy.example:443'],
  ['SOCKS5 socks.example:1080; PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['SOCKS5 socks.example:1080', null],
  ['PROXY [::1]:8080', 'http://[::1]:8080'],
  ['DIRECT; PROXY proxy.example:8080', null],
  ['PROXY', null],
  ['', null],
])("the system's answer %j leads to %j", async (answer, proxy) => {
  const asked: string[] = []
  const proxyFor = createSystemProxy({ resolveProxy: async (url) => (asked.push(url), answer) })
  expect(await proxyFor('https://market.example')).toBe(proxy)
  expect(asked).toEqual(['https://market.example'])
})
