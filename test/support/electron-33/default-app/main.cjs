'use strict'
// What Electron's own default_app does, which this runtime does not bring: runs the program in the folder that the
// first argument names.
const path = require('node:path')
require('./node-20.cjs')
require('./sqlite.cjs')
const { app } = require('electron')

const folder = process.argv.find((argument, index) => index > 0 && !argument.startsWith('-'))
if (folder === undefined) {
  console.error('name the folder of the program')
  process.exit(2)
}
const program = path.resolve(folder)
const { productName, name, version, main } = require(path.join(program, 'package.json'))
app.setAppPath(program)
app.setName(productName ?? name)
app.setVersion(version)
process.defaultApp = true
require(path.join(program, main))
