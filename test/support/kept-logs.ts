import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOG_FOLDER } from '../../src/main/base/log'
import { LAST, STREETS } from '../../src/marketplace/sample/people'

/** Parts of every buyer that the marketplace invents: surname, street, mail address, phone number. */
const BUYERS = new RegExp(
  `${[...LAST.split(' '), ...STREETS.split(',')].join('|')}|[a-z]@example\\.com|555 01\\d\\d`,
  'gi',
)

/** All that a station's logs hold. */
export function keptLogs(dataDir: string): string {
  const folder = path.join(dataDir, LOG_FOLDER)
  if (!existsSync(folder)) return ''
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}

/** The buyers' data and access tokens in a text, each once. */
export function betrayedIn(text: string, tokens: Iterable<string>): string[] {
  const buyers = text.match(BUYERS) ?? []
  return [...new Set([...buyers, ...[...tokens].filter((token) => text.includes(token))])]
}
