import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build, mergeConfig, preview } from 'vite'

/** Builds the workshop page as `npm run dev` does, and serves it. @returns its address, and the function that stops */
export async function serveWorkshop(): Promise<{ url: string; close: () => Promise<void> }> {
  const root = mkdtempSync(path.join(tmpdir(), 'packbench-workshop-'))
  const inline = { build: { outDir: root }, logLevel: 'error' } as const
  const { config } = await resolveConfig(inline, 'build', 'development')
  await build(mergeConfig(config?.renderer ?? {}, { build: { minify: false, reportCompressedSize: false } }))
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    root,
    build: { outDir: path.join(root, 'renderer') },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the workshop has no port')
  const close = async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${address.port}/workshop.html`, close }
}
