import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFirstStart } from '../../../../src/main/app/first-start'
import { NOT_PROVISIONED } from '../../../../src/main/app/provisioning/provisioning'
import type { StationOptions } from '../../../../src/main/app/options'
import { tempDir } from '../../../support/temp-dir'

function optionsFor(dataDir: string, over: Partial<StationOptions> = {}): StationOptions {
  return {
    host: 'browser',
    port: null,
    open: false,
    dataDir,
    training: false,
    verbose: false,
    doctor: false,
    warnings: [],
    kiosk: false,
    provisioning: NOT_PROVISIONED,
    provisioned: { baseUrl: null, accessToken: null, warehouseId: null },
    ...over,
  }
}

describe('the first start', () => {
  it('is one without any set-up, also after a start that nobody answered', () => {
    const dataDir = tempDir()
    expect(isFirstStart(optionsFor(dataDir))).toBe(true)
    mkdirSync(join(dataDir, 'training'))
    expect(isFirstStart(optionsFor(dataDir))).toBe(true)
    expect(isFirstStart(optionsFor(join(dataDir, 'not-made-yet')))).toBe(true)
  })

  it('is over once IT has copied its settings, or an account was connected', () => {
    for (const name of ['preferences.json', 'connection.json']) {
      const dataDir = tempDir()
      writeFileSync(join(dataDir, name), '{}')
      expect(isFirstStart(optionsFor(dataDir)), name).toBe(false)
    }
    const dataDir = tempDir()
    mkdirSync(join(dataDir, 'live'))
    expect(isFirstStart(optionsFor(dataDir))).toBe(false)
  })

  it('is none when a flag or the environment says what to do', () => {
    expect(isFirstStart(optionsFor(tempDir(), { training: true }))).toBe(false)
    const provisioned = { baseUrl: 'https://api.example.com', accessToken: null, warehouseId: null }
    expect(isFirstStart(optionsFor(tempDir(), { provisioned }))).toBe(false)
  })
})
