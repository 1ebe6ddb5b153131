import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rememberChoice } from '../../../src/main/areas/packing/remember-choice'
import { openPreferences } from '../../../src/main/areas/settings/preferences'
import { tempDir } from '../../support/temp-dir'

/** The carrier that was chosen among several with such numbers. */

const FOURTEEN = '60123456789012'
const noLog = () => undefined

it('is kept over a restart, and replaced by the next choice', () => {
  const dir = tempDir()
  const file = openPreferences(dir, noLog)
  rememberChoice(file, { carrier: 'DPD', trackingNumber: FOURTEEN })
  expect(openPreferences(dir, noLog).read().carriers.choices).toEqual({ 'DHL eCommerce | DPD': 'DPD' })
  rememberChoice(file, { carrier: 'DHL eCommerce', trackingNumber: FOURTEEN })
  expect(file.read().carriers.choices).toEqual({ 'DHL eCommerce | DPD': 'DHL eCommerce' })
  expect(file.read().carriers.list).toEqual(openPreferences(tempDir(), noLog).read().carriers.list)
})

it('is none where the number leaves no choice, or no carrier was given', () => {
  const file = openPreferences(tempDir(), noLog)
  rememberChoice(file, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  rememberChoice(file, { carrier: 'Bike', trackingNumber: FOURTEEN })
  rememberChoice(file, { carrier: null, trackingNumber: FOURTEEN })
  rememberChoice(file, { carrier: 'DPD', trackingNumber: null })
  expect(file.read().carriers.choices).toEqual({})
})

it('never makes a packed parcel fail', () => {
  const dir = tempDir()
  const file = openPreferences(dir, noLog)
  // In the way of the file that is written next to it.
  mkdirSync(join(dir, 'preferences.json.new'))
  expect(() => rememberChoice(file, { carrier: 'DPD', trackingNumber: FOURTEEN })).not.toThrow()
})
