import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseCarrier } from '../../../src/main/areas/packing/choose-carrier'
import { openPreferences } from '../../../src/main/areas/settings/preferences'
import { tempDir } from '../../support/temp-dir'

/** The carrier that a person chose among several with such numbers. */

const FOURTEEN = '60123456789012'
const noLog = () => undefined

it('is kept over a restart, and replaced by the next choice', () => {
  const dir = tempDir()
  const file = openPreferences(dir, noLog)
  chooseCarrier(file, { carrier: 'DPD', trackingNumber: FOURTEEN })
  expect(openPreferences(dir, noLog).read().carriers.choices).toEqual({ 'DHL eCommerce | DPD': 'DPD' })
  const { carriers } = chooseCarrier(file, { carrier: 'DHL eCommerce', trackingNumber: FOURTEEN })
  expect(carriers.choices).toEqual({ 'DHL eCommerce | DPD': 'DHL eCommerce' })
  expect(carriers.list).toEqual(openPreferences(tempDir(), noLog).read().carriers.list)
})

it('is none where the number leaves no choice, or the carrier has no such numbers', () => {
  const file = openPreferences(tempDir(), noLog)
  chooseCarrier(file, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  chooseCarrier(file, { carrier: 'Bike', trackingNumber: FOURTEEN })
  expect(file.read().carriers.choices).toEqual({})
})

it('changes nothing when it cannot be saved', () => {
  const dir = tempDir()
  const file = openPreferences(dir, noLog)
  // In the way of the file that is written next to it.
  mkdirSync(join(dir, 'preferences.json.new'))
  expect(() => chooseCarrier(file, { carrier: 'DPD', trackingNumber: FOURTEEN })).toThrow('EISDIR')
  expect(file.read().carriers.choices).toEqual({})
})
