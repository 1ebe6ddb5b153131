'use strict'
// Loads SQLite as built for this runtime's Node-API in place of the binary that better-sqlite3 brings; see
// ../node-api-9.h.
const path = require('node:path')

const BROUGHT = path.join('better-sqlite3', 'prebuilds', `${process.platform}-${process.arch}.node`)
const BUILT = path.join(__dirname, 'better_sqlite3.node')
const { dlopen } = process

process.dlopen = (module, file, ...flags) => dlopen(module, file.endsWith(BROUGHT) ? BUILT : file, ...flags)
