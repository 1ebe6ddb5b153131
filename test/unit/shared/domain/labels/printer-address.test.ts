import { expect, it } from 'vitest'
import { readPrinterAddress } from '../../../../../src/shared/domain/labels/printer-address'

it.each([
  ['10.0.0.7', { host: '10.0.0.7', port: 9_100 }],
  [' Zebra-3.lan:6101 ', { host: 'Zebra-3.lan', port: 6_101 }],
  ['[fe80::1]:9100', { host: 'fe80::1', port: 9_100 }],
  ['', null],
  ['zebra:0', null],
  ['zebra:70000', null],
  ['http://zebra', null],
  ['zebra 3', null],
  ['fe80::1', null],
  ['-zebra', null],
])('%j', (text, address) => {
  expect(readPrinterAddress(text)).toEqual(address)
})
