import { describe, expect, it } from 'vitest'
import { addressProblem, isWebAddress } from '../../../../../src/shared/domain/station/web-address'

describe('the address of a marketplace', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com:8443/partner',
    'http://localhost:4000',
    'http://127.0.0.1:4000/api',
    'http://127.8.9.10',
    'http://[::1]:4000',
    'HTTP://LOCALHOST',
  ])('may be %s', (address) => {
    expect(addressProblem(address)).toBeNull()
  })

  it.each([
    'http://api.example.com',
    'http://10.0.0.5:8080',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://[::ffff:127.0.0.1]',
    'http://[::]',
    'http://0.0.0.0',
    'http://127.0.0.1%2eevil.example',
  ])('is never unencrypted beyond this PC: %s', (address) => {
    expect(addressProblem(address)).toBe('insecure')
  })

  it.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://',
    'https://user:secret@api.example.com',
    'http://127.0.0.1@evil.example',
    'http://evil.example\\@127.0.0.1',
    'https://api example.com',
    'javascript:alert(1)//http://localhost',
  ])('is not %j', (address) => {
    expect(addressProblem(address)).toBe('invalid')
  })
})

it.each([
  ['https://ups.example/track?n=1Z%20A', true],
  ['http://ups.example/1Z', true],
  ['ups.example/1Z', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://ups.example/1Z 2', false],
  ['https://', false],
])('a tracking page: %s, %s', (url, valid) => {
  expect(isWebAddress(url)).toBe(valid)
})
