import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.join(__dirname, '..', '..')

export type Built = { outDir: string; remove(): void }

/**
 * Builds the app as `npm run build` does, into a folder of its own, so that no other run is disturbed. The folder is
 * inside the project, because the built files load their libraries from there. `npm test` has already built it, and
 * says where.
 */
export async function buildApp(): Promise<Built> {
  const built = process.env['PACKBENCH_BUILT']
  if (built !== undefined) return { outDir: built, remove: () => {} }
  const artifacts = path.join(ROOT, 'test', 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  const outDir = mkdtempSync(path.join(artifacts, 'built-'))
  const cli = path.join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const flags = ['build', '--outDir', outDir, '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [cli, ...flags], { cwd: ROOT })
  return { outDir, remove: () => rmSync(outDir, { recursive: true, force: true, maxRetries: 5 }) }
}
