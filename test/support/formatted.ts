import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'

/** The text as `npm run format:fix` would write it into a file of that name. */
export async function formatted(fileName: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
  const { code, errors } = await format(fileName, text, options)
  if (errors.length > 0) throw new Error(`${fileName}: ${errors.map(({ message }) => message).join(', ')}`)
  return code
}
