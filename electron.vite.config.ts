import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { themeVariables } from './src/renderer/src/theme-variables'
import * as channels from './src/shared/contract/channels'

const source = (...parts: string[]) => path.join(__dirname, 'src', ...parts)

const LICENSES = 'third-party-licenses.md'
const PAGE = source('renderer', 'index.html')

/** `import 'virtual:theme.css'` */
function themeSheet(): Plugin {
  const name = 'virtual:theme.css'
  return {
    name,
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? themeVariables() : null),
  }
}

/**
 * Asks for the letters of every screen together with script and sheet. Otherwise they are asked for by the first text,
 * which then changes its letters, and its width, under the packer's eyes.
 */
function earlyLetters(): Plugin {
  return {
    name: 'packbench:early-letters',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('inter-latin-wght'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head',
          })),
    },
  }
}

/** What is read before the first list is shown; who needs more says why. */
const MOST_OF_FIRST_SCRIPT = 600_000

/**
 * The first script is compiled whole, while it is read, and not function by function on the way to the first paint. It has
 * a budget.
 */
function firstScript(): Plugin {
  return {
    name: 'packbench:first-script',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.isEntry) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
          if (file.code.length > MOST_OF_FIRST_SCRIPT)
            this.error(
              `${file.fileName} has ${file.code.length} bytes, of at most ${MOST_OF_FIRST_SCRIPT}:\n${weights(file)}`,
            )
        }
      },
    },
  }
}

/** What main reads before its window begins; the program itself comes while the page computes. */
const MOST_BEFORE_WINDOW = 200_000

function lightEntry(): Plugin {
  return {
    name: 'packbench:light-entry',
    generateBundle(_options, bundle) {
      const read = new Set<Rolldown.OutputChunk>()
      const visit = (name: string): void => {
        const chunk = bundle[name]
        if (chunk?.type !== 'chunk' || read.has(chunk)) return
        read.add(chunk)
        chunk.imports.forEach(visit)
      }
      visit('index.js')
      const bytes = [...read].reduce((sum, { code }) => sum + code.length, 0)
      if (read.size === 0) this.error('main has no index.js')
      if (bytes > MOST_BEFORE_WINDOW)
        this.error(
          `main reads ${bytes} bytes before its window, of at most ${MOST_BEFORE_WINDOW}:\n` +
            [...read].map(weights).join('\n'),
        )
    },
  }
}

/** A script's heaviest packages and folders, before they are made small. */
function weights({ modules }: Rolldown.OutputChunk): string {
  const sums = new Map<string, number>()
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const [, within] = /.*\/(?:node_modules|src)\/(.*)/.exec(normalizePath(id)) ?? []
    const name = within?.split('/').slice(0, -1).slice(0, 4).join('/') ?? id
    sums.set(name, (sums.get(name) ?? 0) + renderedLength)
  }
  const heaviest = [...sums].sort(([, one], [, other]) => other - one).slice(0, 30)
  return heaviest.map(([name, sum]) => `${String(sum).padStart(9)} ${name}`).join('\n')
}

const BENCH_CHUNK = 'bench'
const BENCH = normalizePath(source('renderer', 'src', 'shell', 'bench.ts'))

/** All that the bench imports, however many pages on demand share parts of it: one file, not thirty. */
function benchChunk(): (id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>) => string | null {
  let parts: Set<string> | null = null
  return (id, graph) => {
    if (parts === null) {
      parts = new Set([BENCH])
      for (const part of parts)
        for (const imported of graph.getModuleInfo(part)?.importedIds ?? []) parts.add(imported)
    }
    return parts.has(id) ? BENCH_CHUNK : null
  }
}

/** The licenses of the fonts, which Vite's own list of licenses does not know, because only sheets name them. */
function fontLicenses(): Plugin {
  return {
    name: 'packbench:font-licenses',
    generateBundle(_options, bundle) {
      const fonts = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' ? file.originalFileNames.filter((name) => name.endsWith('.woff2')) : [],
      )
      const packages = new Set(fonts.map((font) => path.join(source('renderer'), path.dirname(font), '..')))
      for (const folder of packages)
        this.emitFile({
          type: 'asset',
          fileName: `font-licenses/${path.basename(folder)}.txt`,
          source: readFileSync(path.join(folder, 'LICENSE')),
        })
    },
  }
}

/** The engine of `pdf-worker.js`, beside it. */
function pdfEngine(): Plugin {
  return {
    name: 'packbench:pdf-engine',
    generateBundle() {
      const file = createRequire(__filename).resolve('@hyzyla/pdfium/pdfium.wasm')
      this.emitFile({ type: 'asset', fileName: 'pdfium.wasm', source: readFileSync(file) })
    },
  }
}

/**
 * Replaces `contract/channels.ts` with its values, because it reads them from the contract: a sandboxed preload cannot
 * load the contract's schemas, the window does not need them, and main not before the window begins.
 */
function channelNames(): Plugin {
  const file = normalizePath(source('shared', 'contract', 'channels.ts'))
  const code = Object.entries(channels)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
  return {
    name: 'packbench:channel-names',
    enforce: 'pre',
    load: (id) => (id === file ? code : null),
  }
}

/** What only `launch` and `marketplace` load on demand: an installed app has neither, and is packed without them. */
const FROM_CLONE_ONLY = [
  source('main', 'hosts', 'launch.ts'),
  source('main', 'hosts', 'browser', 'server.ts'),
  source('marketplace', 'control', 'routes.ts'),
  path.join(__dirname, 'node_modules', 'ws', 'wrapper.mjs'),
].map(normalizePath)

/** Names the chunk of main that begins with this file. */
function chunkOfMain({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const isFromCloneOnly = facadeModuleId !== null && FROM_CLONE_ONLY.includes(normalizePath(facadeModuleId))
  return isFromCloneOnly ? 'chunks/from-clone/[name]-[hash].js' : 'chunks/[name]-[hash].js'
}

/**
 * `out/main/{index,launch,marketplace,pdf-worker}.js`, `out/preload/index.js`, `out/renderer/`. What package.json names in
 * `devDependencies` is built in, because finding hundreds of files in node_modules costs a start 0.1 s, and carrying them
 * costs an installer 20 MB; `dependencies` are loaded at run time: the one native library. Each part has the licenses of
 * the packages built into it.
 */
export default defineConfig(({ mode }) => ({
  main: {
    plugins: [channelNames(), lightEntry(), pdfEngine()],
    build: {
      license: { fileName: LICENSES },
      rollupOptions: {
        input: {
          index: source('main', 'app', 'index.ts'),
          launch: source('main', 'hosts', 'warm-launch.ts'),
          marketplace: source('marketplace', 'cli.ts'),
          'pdf-worker': source('main', 'print', 'pdf-worker.ts'),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: chunkOfMain,
          // A tenth of an installer; the licenses stand in a file of their own.
          comments: false,
        },
      },
    },
  },
  preload: {
    plugins: [channelNames()],
    build: {
      rollupOptions: {
        input: { index: source('preload', 'index.ts') },
        // A sandboxed preload is loaded as CommonJS and can require nothing but `electron`.
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [
      react(),
      themeSheet(),
      channelNames(),
      earlyLetters(),
      ...(mode === 'development' ? [] : [firstScript()]),
      fontLicenses(),
    ],
    build: {
      // SECURITY: the content policy allows no inlined fonts, and nothing may need an exception from it.
      assetsInlineLimit: 0,
      // A third of the time until the first list is shown is the browser reading script.
      minify: true,
      license: { fileName: LICENSES },
      rollupOptions:
        mode === 'development'
          ? { input: [PAGE, source('renderer', 'workshop.html')] }
          : {
              input: PAGE,
              // One script and one sheet for the start, and one for the bench.
              output: {
                codeSplitting: {
                  groups: [
                    { name: 'start', tags: ['$initial'], priority: 1 },
                    { name: benchChunk(), debugName: BENCH_CHUNK },
                  ],
                },
              },
            },
    },
  },
}))
