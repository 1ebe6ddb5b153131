import { enableCompileCache } from 'node:module'
import path from 'node:path'

/**
 * Started by Node. Caches the compiled code next to the build, so that the next start need not compile again; does
 * without if that folder is read-only.
 */
enableCompileCache(path.join(__dirname, 'compiled'))
void import('./launch').then(({ launch }) => launch(path.join(__dirname, '..')))
