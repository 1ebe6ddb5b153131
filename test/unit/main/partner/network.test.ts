import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProxies } from '../../../../src/main/partner/network'
import { readCaFile } from '../../../../src/main/partner/ca-file'
import { createClockCheck } from '../../../../src/main/partner/clock-check'
import { createAuthority } from '../../../support/certificates'
import { tempDir } from '../../../support/temp-dir'

describe('the proxies of the environment', () => {
  const read = (env: Record<string, string>) => {
    const lines: string[] = []
    return { ...readProxies(env, (line) => lines.push(line)), lines }
  }

  it('come from either spelling, the lower case first', () => {
    expect(read({ HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2', NO_PROXY: 'x' })).toEqual({
      http: '',
      https: 'http://b:2',
      no: 'x',
      lines: [],
    })
    expect(read({ HTTP_PROXY: 'http://a:1' }).http).toBe('http://a:1')
  })

  it('may lack their scheme, as many tools write them', () => {
    expect(read({ HTTPS_PROXY: 'proxy.example:8080' }).https).toBe('http://proxy.example:8080')
  })

  it('are ignored if they cannot be used, in one line without their password', () => {
    const { https, lines } = read({ HTTPS_PROXY: 'socks5://me:secret@proxy.example' })
    expect(https).toBe('')
    expect(lines).toEqual(['HTTPS_PROXY is not the address of an http or https proxy: it is ignored.'])
  })
})

describe('a CA file', () => {
  const read = (file: string | null) => {
    const lines: string[] = []
    return { certificates: readCaFile(file, (line) => lines.push(line)), lines }
  }

  it('gives all of its certificates', async () => {
    const file = join(tempDir(), 'company.pem')
    const [one, two] = [await createAuthority(), await createAuthority()]
    writeFileSync(file, `# Example Company\n${one.cert}\n${two.cert}`)
    const { certificates, lines } = read(file)
    expect(certificates.map((pem) => pem.trim())).toEqual([one.cert.trim(), two.cert.trim()])
    expect(lines).toEqual([])
  })

  it('may be absent', () => {
    expect(read(null)).toEqual({ certificates: [], lines: [] })
  })

  it.each([
    ['is missing', null, 'cannot be read (ENOENT)'],
    ['is something else', 'hello', 'holds no certificate in PEM form'],
    [
      'is damaged',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      'holds a damaged certificate',
    ],
  ])('that %s is reported in one line, and does without', (_, text, why) => {
    const file = join(tempDir(), 'company.pem')
    if (text !== null) writeFileSync(file, text)
    const { certificates, lines } = read(file)
    expect(certificates).toEqual([])
    expect(lines).toEqual([
      `The CA file ${file} ${why}: only the authorities of this PC and of Packbench are trusted.`,
    ])
  })
})

describe("this PC's clock", () => {
  const NOW = Date.UTC(2026, 10, 23)

  it('is wrong if an answer proved it, until another proves otherwise', () => {
    const clock = createClockCheck(() => NOW)
    expect(clock.isWrong()).toBe(false)
    clock.compare(new Date(NOW + 400_000).toUTCString(), NOW)
    expect(clock.isWrong()).toBe(true)
    clock.compare(null, NOW)
    expect(clock.isWrong()).toBe(true)
    clock.compare(new Date(NOW + 60_000).toUTCString(), NOW)
    expect(clock.isWrong()).toBe(false)
  })

  it('is wrong before this program existed', () => {
    expect(createClockCheck(() => Date.UTC(2009, 0, 1)).isWrong()).toBe(true)
  })
})
