#!/usr/bin/env node
// @ts-check
/**
 * Stands in for fpm, which cannot be downloaded everywhere: packs by `dpkg-deb` what electron-builder asks of fpm. All but
 * the archiver is electron-builder's own: contents, maintainer scripts, control fields.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const string = /** @type {const} */ ({ type: 'string' })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean' },
    s: { ...string, short: 's' },
    t: { ...string, short: 't' },
    d: { ...string, short: 'd', multiple: true },
    'deb-recommends': { ...string, multiple: true },
    'deb-compression': string,
    'deb-priority': string,
    'after-install': string,
    'after-remove': string,
    architecture: string,
    category: string,
    description: string,
    license: string,
    maintainer: string,
    name: string,
    package: string,
    url: string,
    vendor: string,
    version: string,
  },
})

const root = mkdtempSync(path.join(tmpdir(), 'packbench-deb-'))
chmodSync(root, 0o755)
try {
  for (const pair of positionals) copy(pair)
  writeControl()
  // fpm's way: what is in /etc belongs to the administrator.
  write('conffiles', filesUnder('/etc').join('\n'))
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, values.package ?? ''])
} finally {
  rmSync(root, { recursive: true, force: true })
}

/** @param {string} pair `source=target`; a source that ends in a slash stands for the folder's contents */
function copy(pair) {
  const [source = '', target = ''] = pair.split('=')
  const to = path.join(root, target)
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(source, to, { recursive: true })
}

function writeControl() {
  const { d: depends = [], 'deb-recommends': recommends = [] } = values
  const fields = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Description: values.description?.replaceAll(/\n\s*/g, '\n '),
  }
  mkdirSync(path.join(root, 'DEBIAN'))
  const lines = Object.entries(fields).filter(([, value]) => value)
  write('control', lines.map(([name, value]) => `${name}: ${value?.trimEnd()}`).join('\n'))
  cpSync(values['after-install'] ?? '', path.join(root, 'DEBIAN/postinst'))
  cpSync(values['after-remove'] ?? '', path.join(root, 'DEBIAN/postrm'))
  for (const name of ['postinst', 'postrm']) chmodSync(path.join(root, 'DEBIAN', name), 0o755)
}

/** @param {string} name @param {string} content */
function write(name, content) {
  writeFileSync(path.join(root, 'DEBIAN', name), `${content}\n`)
}

/** @param {string} folder */
function filesUnder(folder) {
  const from = path.join(root, folder)
  if (!existsSync(from)) return []
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name))}`)
}
