import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(__dirname, '..', '..')

export type Bundle = { file: string; remove(): void }

/**
 * Bundles one of the project's sources with its imports, to run in a separate Node process. The file is inside the
 * project, because it loads its libraries from there.
 * @param source path from the project's folder
 */
export async function bundle(source: string): Promise<Bundle> {
  const artifacts = join(ROOT, 'test', 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  const outDir = mkdtempSync(join(artifacts, 'bundle-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(ROOT, source),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'entry.cjs' } },
    },
  })
  return {
    file: join(outDir, 'entry.cjs'),
    remove: () => rmSync(outDir, { recursive: true, force: true, maxRetries: 5 }),
  }
}
