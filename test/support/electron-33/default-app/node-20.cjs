'use strict'
// Node 20 of Electron 33 lacks what undici 8 and Packbench take for granted. It can go with the first runtime that has Node 22.15.
const tls = require('node:tls')
const zlib = require('node:zlib')
const worker = require('node:worker_threads')

// Marks an object that must not be cloned; here nothing clones it.
worker.markAsUncloneable ??= () => undefined
// undici creates one only for an answer in zstd, which it never asks for here.
zlib.createZstdDecompress ??= () => {
  throw new Error('Node 20 reads no zstd')
}
// Node 24 reads the system's store, too.
tls.getCACertificates ??= (kind = 'default') =>
  kind === 'default' || kind === 'bundled' ? tls.rootCertificates : []
