import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../../base/durable-file'
import { accountDir, fingerprint } from './connection'

/**
 * The accounts at one address, each in a folder of its own, numbered from 1: the API does not name accounts. Which one
 * was used last is stored next to them.
 */

/**
 * Stored in `accounts.json`: maps an address's fingerprint to the number of its current account; never rename a field.
 */
const savedAccounts = z.object({ current: z.record(z.string(), z.int().positive()) })

const fileOf = (dataDir: string): string => join(dataDir, 'accounts.json')

/** Numbers of this address's accounts that have data here, ascending. */
export function accountsAt(dataDir: string, baseUrl: string): number[] {
  return foldersAt(dataDir, baseUrl).filter((number) =>
    existsSync(join(accountDir(dataDir, { mode: 'live', baseUrl, number }), 'station.sqlite')),
  )
}

/** A number without a folder: leftovers of a forgotten account must not mix with a new account's data. */
export function freeAccount(dataDir: string, baseUrl: string): number {
  return Math.max(0, ...foldersAt(dataDir, baseUrl)) + 1
}

/** The account of this address that was used last; the lowest number if none is noted. */
export function currentAccount(dataDir: string, baseUrl: string): number {
  const present = accountsAt(dataDir, baseUrl)
  const noted = readCurrent(dataDir)[fingerprint(baseUrl)]
  return noted !== undefined && present.includes(noted) ? noted : (present[0] ?? 1)
}

/** Makes the next start open this account of the address. */
export function noteCurrentAccount(dataDir: string, baseUrl: string, number: number): void {
  if (currentAccount(dataDir, baseUrl) === number) return
  const current = { ...readCurrent(dataDir), [fingerprint(baseUrl)]: number }
  writeDurably(fileOf(dataDir), JSON.stringify({ current }))
}

function foldersAt(dataDir: string, baseUrl: string): number[] {
  const first = accountDir(dataDir, { mode: 'live', baseUrl, number: 1 })
  const parent = dirname(first)
  if (!existsSync(parent)) return []
  const name = first.slice(parent.length + 1)
  return readdirSync(parent)
    .flatMap((entry) => {
      if (entry === name) return [1]
      const number = entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1)) : Number.NaN
      return Number.isSafeInteger(number) && number > 1 ? [number] : []
    })
    .sort((one, other) => one - other)
}

/** If the file cannot be read, only the order in which accounts are tried is lost: tokens lead to their accounts. */
function readCurrent(dataDir: string): Readonly<Record<string, number>> {
  try {
    return savedAccounts.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).current
  } catch {
    return {}
  }
}
