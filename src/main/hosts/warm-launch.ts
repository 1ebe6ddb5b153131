import { enableCompileCache } from 'node:module'
import path from 'node:path'

/**
 * Started by Node. What the engine compiled is kept beside the build, so that the next start need not compile it again;
 * where that folder cannot be written to, it does without.
 */
enableCompileCache(path.join(__dirname, 'compiled'))
void import('./launch').then(({ launch }) => launch(path.join(__dirname, '..')))
