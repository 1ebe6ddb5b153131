// Entries start and stop the app and leave the wiring to app/compose.ts.
const ENTRIES = 'src/main/(app/index\\.ts$|hosts/(warm-)?launch\\.ts$|hosts/[^/]+/run\\.ts$)'
// Time, errors and events: imports no other room, and every room of main may import it.
const BASE = 'src/main/base/'

// main loads every other package from node_modules at run time.
const BUILT_INTO_MAIN = [
  'fastify',
  'cookie',
  'ws',
  'undici',
  'zod',
  'luxon',
  'http-link-header',
  'bwip-js',
  '@hyzyla/pdfium',
  'csv-parse',
  'date-holidays',
  'electron-updater',
  'electron-log',
  '@nats-io/jetstream',
  '@nats-io/kv',
  '@nats-io/transport-node',
]

// What every room of the renderer may know of the code outside it. The build replaces channels.ts with its values.
const FOR_RENDERER = [
  'src/shared/domain/',
  'src/shared/contract/(channels|result)\\.ts$',
  'src/locales/(words|[^/]+/(start|rest))\\.ts$',
]

// The rules of forms. See also "start: no schemas" in scripts/check-dependencies.mjs.
const SCHEMAS = ['src/shared/contract/', 'src/shared/partner-api/']

// One file wires all stores and the scan to a station: it lies above the stores among which it stands.
const SPLIT_FOLDERS = { stores: 'stores/(?!stores\\.ts$)', wiring: 'stores/stores\\.ts$' }
const rendererFolder = (room) => `src/renderer/src/${SPLIT_FOLDERS[room] ?? `${room}/`}`

/** Rooms of the renderer from the bottom up; a row names all the rooms below it that it may import. */
const rendererRoom = (room, below = [], schemas = []) => ({
  name: `renderer/${room}`,
  at: rendererFolder(room),
  may: [...FOR_RENDERER, ...schemas, ...below.map(rendererFolder)],
  types: ['src/shared/'],
})

/** A room of main: the rooms of main it may import besides itself and the base, and those it may import types of. */
const mainRoom = (room, may = [], types = []) => ({
  name: `main/${room}`,
  at: `src/main/${room}/`,
  may: ['src/shared/', BASE, ...may.map((path) => `src/main/${path}${path.endsWith('$') ? '' : '/'}`)],
  types,
})

const SHARED_BY_FEATURES = ['parts', 'wiring', 'scan', 'stores', 'data', 'ui', 'locales']

/**
 * Which room may import which. A room may import itself and the rooms in its row, nothing else of src.
 * `types` may be imported with `import type` only: such an edge disappears when compiled.
 */
const ROOMS = [
  { name: 'shared/domain', at: 'src/shared/domain/', may: [], types: ['src/shared/partner-api/'] },
  { name: 'locales', at: 'src/locales/', may: [] },
  { name: 'shared', at: 'src/shared/(?!domain/)', may: ['src/shared/'] },
  {
    name: 'preload',
    at: 'src/preload/',
    may: ['src/shared/contract/channels\\.ts$'],
    types: ['src/shared/contract/'],
  },
  rendererRoom('locales'),
  // What is here knows nothing of stations: no contract, not even its types.
  { name: 'renderer/ui', at: 'src/renderer/src/ui/', may: ['src/shared/domain/'] },
  rendererRoom('data'),
  rendererRoom('stores', ['data', 'ui', 'locales']),
  rendererRoom('scan', ['stores', 'data', 'ui', 'locales']),
  rendererRoom('tour', ['scan', 'stores', 'data', 'ui', 'locales']),
  rendererRoom('wiring', ['tour', 'scan', 'stores', 'data', 'ui', 'locales']),
  rendererRoom('parts', ['wiring', 'scan', 'stores', 'data', 'ui', 'locales']),
  rendererRoom('forms', ['parts', 'wiring', 'scan', 'stores', 'data', 'ui', 'locales'], SCHEMAS),
  // In a folder each: a file directly under features/ belongs to none. See also "renderer/features: apart".
  {
    ...rendererRoom('features', ['forms', ...SHARED_BY_FEATURES], SCHEMAS),
    at: 'src/renderer/src/features/[^/]+/',
  },
  // Composes features: pages of several features, the frame of every page, and the app itself.
  rendererRoom('pages', ['features', ...SHARED_BY_FEATURES]),
  rendererRoom('shell', ['features', ...SHARED_BY_FEATURES]),
  // A page of `npm run dev` that shows every other room; the product does not contain it.
  { ...rendererRoom('workshop'), may: [...FOR_RENDERER, 'src/renderer/src/'] },
  {
    name: 'renderer/app',
    at: 'src/renderer/src/[^/]+$',
    may: [...FOR_RENDERER, 'src/renderer/src/'],
    types: ['src/shared/'],
  },
  { name: 'marketplace', at: 'src/marketplace/', may: ['src/shared/'] },
  { name: 'main/base', at: BASE, may: ['src/shared/'] },
  mainRoom('bridge', [], ['src/main/areas/operators/operators\\.ts$']),
  mainRoom('partner'),
  mainRoom('warehouse/port'),
  mainRoom('warehouse/multicast', ['warehouse/port']),
  mainRoom('warehouse/nats', ['warehouse/port'], ['src/main/warehouse/multicast/wire\\.ts$']),
  {
    ...mainRoom('print'),
    may: ['src/shared/', BASE, 'src/locales/[^/]+/(print|start/(commands|grades))\\.json$'],
  },
  // From this file up: each may import the ones below it.
  mainRoom('store/db'),
  mainRoom('store/tables', ['store/db']),
  mainRoom('store/views', ['store/tables', 'store/db']),
  mainRoom('store/evidence', ['store/tables/settings\\.ts$', 'store/db']),
  mainRoom('store/archive', ['store/tables', 'store/db']),
  mainRoom('store/recovery', ['store/views', 'store/tables', 'store/db']),
  mainRoom('sync/connection', ['store', 'partner']),
  mainRoom('sync/copies', ['store', 'partner']),
  mainRoom('sync/shared', ['sync/copies', 'store', 'partner', 'warehouse/port']),
  mainRoom('sync/pull', [
    'sync/shared',
    'sync/copies',
    'sync/connection',
    'store',
    'partner',
    'warehouse/port',
  ]),
  mainRoom('sync/outbox', ['sync/copies', 'sync/connection', 'store', 'partner']),
  mainRoom(
    'areas',
    ['bridge', 'store', 'sync', 'print', 'warehouse/port'],
    [
      'src/main/app/account/(open|accounts)\\.ts$',
      'src/main/warehouse/warehouse\\.ts$',
      'src/main/hosts/host\\.ts$',
    ],
  ),
  // Wires the other stations to the account at work.
  {
    ...mainRoom(
      'warehouse',
      ['warehouse', 'areas', 'store', 'sync'],
      ['src/main/app/account/(open|print-settings)\\.ts$', 'src/main/app/provisioning/provisioning\\.ts$'],
    ),
    at: 'src/main/warehouse/(?!(?:port|multicast|nats)/)',
  },
  {
    ...mainRoom('hosts/electron', ['bridge', 'hosts/[^/]+$'], ['src/main/app/compose\\.ts$']),
    at: 'src/main/hosts/electron/(?!run\\.ts$)',
  },
  {
    ...mainRoom('hosts/browser', ['bridge', 'hosts/[^/]+$'], ['src/main/app/compose\\.ts$']),
    at: 'src/main/hosts/browser/(?!run\\.ts$)',
  },
  {
    // The lock is taken before anything is composed, so that a second start is refused early.
    ...mainRoom(
      'hosts',
      ['bridge', 'store/db/instance-lock\\.ts$'],
      ['src/main/app/(compose|options)\\.ts$'],
    ),
    at: 'src/main/hosts/(?!(?:warm-)?launch\\.ts$)[^/]+$',
  },
  {
    name: 'main/entries',
    at: ENTRIES,
    may: [
      'src/shared/',
      'src/main/app/(compose|doctor|options|command|commands/run|provisioning/(read|check))\\.ts$',
      BASE,
      'src/main/bridge/',
      'src/main/hosts/',
      'src/main/print/pdf-pages\\.ts$',
    ],
  },
  { name: 'main/app', at: 'src/main/app/(?!index\\.ts$)', may: ['src/'] },
]

const anyOf = (patterns) => `^(?:${patterns.join('|')})`

/** A package's name in a path under node_modules, as resolved or (in a bare fixture) as written. */
const library = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`

const roomRules = ROOMS.flatMap(({ name, at, may, types = [] }) => {
  const allowed = [at, ...may]
  const rule = (suffix, comment, to) => ({
    name: `${name}: ${suffix}`,
    comment,
    severity: 'error',
    from: { path: `^${at}` },
    to: { path: '^src/', ...to },
  })
  return [
    rule('room', `may import only ${allowed.join(', ')}`, { pathNot: anyOf([...allowed, ...types]) }),
    ...(types.length === 0
      ? []
      : [
          rule('types only', `may import ${types.join(', ')} with "import type" only`, {
            path: anyOf(types),
            pathNot: anyOf(allowed),
            dependencyTypesNot: ['type-only'],
          }),
        ]),
  ]
})

/** Only files under `homes` may import the library, not even its types elsewhere. */
function keepsLibrary(name, homes) {
  return {
    name: `library: ${name}`,
    comment: `${name} is imported only under ${homes.join(', ')}`,
    severity: 'error',
    from: { path: '^src/', pathNot: anyOf(homes) },
    to: { path: library(name) },
  }
}

/** A capability goes with its folders: besides the list of all calls, only these files of other parts know them. */
function registered(name, files) {
  const folders = `(main/areas|renderer/src/features)/${name}/`
  return {
    name: `registered: ${name}`,
    comment: `besides its own folders, only ${files.join(', ')} may know ${name}, so that it can be removed`,
    severity: 'error',
    from: { path: '^src/', pathNot: `^src/(${folders}|main/areas/handlers\\.|(${files.join('|')})\\.)` },
    to: { path: `^src/${folders}` },
  }
}

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'unknown room',
      comment: 'give the new place a row in ROOMS, so that what it may import is decided',
      severity: 'error',
      from: { path: '^src/', pathNot: anyOf(ROOMS.map((room) => room.at)) },
      to: {},
    },
    {
      name: 'renderer/features: apart',
      comment:
        'what two features share goes down into parts/, ui/, scan/ or stores/; pages and the shell compose them',
      severity: 'error',
      from: { path: '^src/renderer/src/features/([^/]+)/' },
      to: { path: '^src/renderer/src/features/', pathNot: '^src/renderer/src/features/$1/' },
    },
    registered('codes', ['main/warehouse/at-hub/codes']),
    registered('instructions', [
      ...['main/app/compose', 'main/areas/parts', 'main/areas/station/station'],
      ...['renderer/src/pages/items-page', 'renderer/src/pages/settings-page'],
    ]),
    registered('labels', [
      'main/app/compose',
      'main/areas/parts',
      'main/warehouse/at-hub/numbers',
      'renderer/src/pages/desk-page',
      'renderer/src/pages/settings-page',
    ]),
    registered('boxes', [
      ...['main/app/account/sync', 'main/areas/station/station', 'main/areas/packing/next-order'],
      'renderer/src/shell/order-notes',
    ]),
    registered('put-wall', [
      'main/areas/packing/handlers',
      ...['renderer/src/shell/bench', 'renderer/src/shell/order-notes'],
    ]),
    // Who reads when an order is due.
    registered(
      'trucks',
      ['orders', 'packing', 'print', 'statistics', 'warehouse'].map((area) => `main/areas/${area}/handlers`),
    ),
    {
      name: 'product: not the workshop',
      comment: 'the page of examples is built by `npm run dev` only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/renderer/src/workshop/' },
      to: { path: '^src/renderer/src/workshop/' },
    },
    keepsLibrary('electron', ['src/main/app/index\\.ts$', 'src/main/hosts/electron/', 'src/preload/']),
    keepsLibrary('better-sqlite3', ['src/main/store/', 'src/marketplace/']),
    keepsLibrary('undici', ['src/main/partner/']),
    keepsLibrary('@mantine/form', ['src/renderer/src/forms/']),
    keepsLibrary('zod', ['src/(shared|main|marketplace)/', 'src/renderer/src/(forms|features)/']),
    keepsLibrary('date-holidays', ['src/main/areas/packing/holidays\\.ts$']),
    keepsLibrary('electron-updater', ['src/main/hosts/electron/']),
    keepsLibrary('bwip-js', ['src/main/print/']),
    keepsLibrary('@hyzyla/pdfium', ['src/main/print/pdf-worker\\.ts$']),
    {
      name: 'shared: libraries',
      comment: 'shared code is portable: zod is its only library',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: ['^src/', library('zod')] },
    },
    {
      name: 'preload: libraries',
      comment: 'SECURITY: the sandboxed preload can load nothing but electron',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { pathNot: ['^src/', library('electron')] },
    },
    {
      name: 'portable code',
      comment: 'shared and renderer run without Node',
      severity: 'error',
      from: { path: '^src/(shared|renderer)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product: not tests',
      comment: 'what is shipped does not depend on tests or scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'product: dependencies',
      comment:
        'what main and marketplace load at run time belongs in "dependencies"; what is built in is named here',
      severity: 'error',
      from: { path: '^src/(main|marketplace)/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm'],
        pathNot: ['electron', ...BUILT_INTO_MAIN].map(library),
      },
    },
    {
      name: 'no cycles',
      comment: 'files that need each other, even for their types only, cannot be read or moved one by one',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no orphans',
      comment: 'nothing imports it and it imports nothing: dead, or an entry to be named here',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$|^src/renderer/.*\\.css$' },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'the import cannot be found',
      severity: 'error',
      from: { path: '^src/' },
      // The build writes the virtual modules.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Includes `import type`: the edge is a design decision even if it disappears at run time.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
