import { parseArgs } from 'node:util'

export type Flags = {
  port: number
  /** `null`: a temporary folder that is removed when the marketplace stops. */
  dataDir: string | null
  seed: number | undefined
  orders: number | undefined
  items: number | undefined
  control: boolean
}

/** A flag or value that cannot be used; the message is one line for people. */
export class FlagError extends Error {
  override name = 'FlagError'
}

/** Reads the command line. Throws a `FlagError` that names the flag. */
export function readFlags(args: readonly string[]): Flags {
  const values = parse(args)
  return {
    port: count('port', values.port, 65_535) ?? 0,
    dataDir: folder(values['data-dir']),
    seed: count('seed', values.seed, 2 ** 31),
    orders: count('orders', values.orders, 1_000_000),
    items: count('items', values.items, 1_000_000),
    control: values.control ?? false,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        'data-dir': text,
        seed: text,
        orders: text,
        items: text,
        control: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    // Some of Node's errors have two sentences or lines; the first says what is wrong.
    throw new FlagError((error instanceof Error ? error.message : String(error)).split(/\. |\n/)[0])
  }
}

function count(flag: string, text: string | undefined, maximum: number): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > maximum)
    throw new FlagError(`--${flag} needs a whole number from 0 to ${maximum}, not '${text}'`)
  return Number(text)
}

function folder(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text === '' || text === ':memory:') throw new FlagError(`--data-dir needs a folder, not '${text}'`)
  return text
}
