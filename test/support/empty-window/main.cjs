'use strict'
// The least that any program in this host takes: Packbench's window with a page of one line, loaded in the same way.
// Its arguments are the folder of its data and the window's options as JSON.
const path = require('node:path')
const { app, BrowserWindow, Menu, protocol } = require('electron')

const PAGE = '<!doctype html><title>empty</title><h1 elementtiming="empty">Empty</h1>'
const [dataDir, options] = process.argv.slice(-2)

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])
app.enableSandbox()
app.setPath('userData', path.join(dataDir, 'electron'))
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  Menu.setApplicationMenu(null)
  protocol.handle('app', () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }))
  const window = new BrowserWindow(JSON.parse(options))
  window.once('ready-to-show', () => window.show())
  return window.loadURL('app://packbench/')
})
