import { describe, expect, it } from 'vitest'
import {
  readHubAddress,
  type HubAddressResult,
} from '../../../../../../src/main/warehouse/nats/server/hub-address'

const CREDS = '-----BEGIN NATS USER JWT-----\neyJ0\n------END NATS USER JWT------\n'
const noFile = (_file: string): string => {
  throw new Error('ENOENT')
}
const NOTHING = { file: null }
const read = (url: string, credentials?: string, readFile = noFile) =>
  readHubAddress({ url, credentials }, NOTHING, readFile)

describe('the address of the hub', () => {
  it('is none where IT has set none', () => {
    expect(readHubAddress({}, NOTHING, noFile)).toEqual({ ok: true, address: null })
    // Credentials alone name no hub.
    expect(readHubAddress({ credentials: 'jo:secret' }, NOTHING, noFile)).toEqual({ ok: true, address: null })
  })

  it('names one server or several', () => {
    expect(read('nats://hub:4222')).toEqual({
      ok: true,
      address: { servers: ['nats://hub:4222'], credentials: null },
    })
    expect(read('tls://a, tls://b,tls://c:4333', 'jo:secret')).toEqual({
      ok: true,
      address: {
        servers: ['tls://a', 'tls://b', 'tls://c:4333'],
        credentials: { user: 'jo', password: 'secret' },
      },
    })
  })

  it('may come with the path of a credentials file, also in the clear: it signs, and sends no secret', () => {
    const files: string[] = []
    const readFile = (file: string): string => {
      files.push(file)
      return CREDS
    }
    expect(read('nats://hub', '/etc/packbench/hub.creds', readFile)).toEqual({
      ok: true,
      address: { servers: ['nats://hub'], credentials: { file: CREDS } },
    })
    expect(read('nats://hub', 'C:\\packbench\\hub.creds', readFile).ok).toBe(true)
    expect(files).toEqual(['/etc/packbench/hub.creds', 'C:\\packbench\\hub.creds'])
  })

  it('may name a key that is not there yet, which is looked for again whenever it is needed', () => {
    const files = new Map<string, string>()
    const readFile = (file: string): string => {
      const text = files.get(file)
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    }
    const path = '/etc/packbench/station.nk'
    const { address } = read('tls://hub', path, readFile) as Extract<HubAddressResult, { ok: true }>
    const later = address?.credentials
    if (!later || !('later' in later)) throw new Error('not looked for later')
    expect(later.later).toThrow(`no key for the hub in ${path}`)
    files.set(path, 'Dear Sir')
    expect(later.later).toThrow(`what is in ${path} is no key for a hub`)
    files.set(path, CREDS)
    expect(later.later()).toEqual({ file: CREDS })
    expect(read('tls://hub', 'half-a-secret', readFile).ok, 'no path').toBe(false)
    const locked = (): string => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' })
    }
    expect(read('tls://hub', path, locked).ok, 'a key that the packer may not read').toBe(false)
  })

  it('sends a password only through TLS, or to this computer', () => {
    expect(read('nats://hub', 'jo:secret')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('tls://'),
    })
    expect(read('tls://a,nats://b', 'jo:secret').ok).toBe(false)
    expect(read('nats://127.0.0.1:4222', 'jo:secret').ok).toBe(true)
  })

  it.each(['hub:4222', 'http://hub', 'nats://', 'nats://jo:secret@hub', 'nats://hub/path', 'tls://a,', ''])(
    'is refused as %j',
    (url) => {
      const refused = read(url)
      expect(refused.ok).toBe(false)
      if (!refused.ok) expect(refused.problem).toMatch(/^PACKBENCH_HUB_URL must /)
    },
  )

  it('never repeats credentials that cannot be used', () => {
    const refused = read('tls://hub', 'half-a-secret')
    expect(refused).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^PACKBENCH_HUB_CREDENTIALS must /),
    })
    expect(JSON.stringify(refused)).not.toContain('half-a-secret')
    expect(read('tls://hub', '/a/letter', () => 'Dear Sir').ok).toBe(false)
  })

  it('of the environment wins over that of the file, and takes no credentials from there', () => {
    const inFile = { url: 'tls://file', credentials: 'jo:from-file', file: '/etc/p.json' }
    expect(readHubAddress({}, inFile, noFile)).toEqual({
      ok: true,
      address: { servers: ['tls://file'], credentials: { user: 'jo', password: 'from-file' } },
    })
    expect(readHubAddress({ url: 'tls://env' }, inFile, noFile)).toEqual({
      ok: true,
      address: { servers: ['tls://env'], credentials: null },
    })
    expect(readHubAddress({}, { ...inFile, url: 'hub' }, noFile)).toMatchObject({
      problem: expect.stringMatching(/^hub\.url in \/etc\/p\.json must /),
    })
  })
})
