import { createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Signs what a server for updates has: `node scripts/sign-updates.mjs KEY.pem [dist]`. The installed program takes only what
 * the private half of its `update-key.pem` has signed.
 */
const [keyFile, folder = 'dist'] = process.argv.slice(2)
if (keyFile === undefined) {
  console.error('Which private key? npm run sign-updates -- KEY.pem')
  process.exit(2)
}
const key = createPrivateKey(readFileSync(keyFile))
const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
if (key.asymmetricKeyType !== 'ed25519' || names.length === 0) {
  console.error(
    names.length === 0 ? `There is no latest*.yml in ${folder}.` : `${keyFile} is no Ed25519 key.`,
  )
  process.exit(2)
}
for (const name of names) {
  const file = path.join(folder, name)
  writeFileSync(`${file}.sig`, `${sign(null, readFileSync(file), key).toString('base64')}\n`)
  console.log(`${file}.sig`)
}
