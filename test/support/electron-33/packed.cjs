'use strict'
// Where the packed app starts if it is packed with this runtime; see scripts/package.mjs.
require('./node-20.cjs')
require('./sqlite.cjs')
require('../out/main/index.js')
