import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../../base/durable-file'
import { accountDir, fingerprint } from './connection'

/**
 * The accounts of one address, each with a folder of its own, numbered from 1. The API names no account, so a number is
 * all they have. Which one is at work is kept beside them.
 */

/** Stored in `accounts.json`: fingerprint of an address to the number of its account at work; never rename a field. */
const savedAccounts = z.object({ current: z.record(z.string(), z.int().positive()) })

const fileOf = (dataDir: string): string => join(dataDir, 'accounts.json')

/** Numbers of the accounts of this address that have data here, ascending. */
export function accountsAt(dataDir: string, baseUrl: string): number[] {
  return foldersAt(dataDir, baseUrl).filter((number) =>
    existsSync(join(accountDir(dataDir, { mode: 'live', baseUrl, number }), 'station.sqlite')),
  )
}

/** A number that no folder has: what was left of an account that was forgotten is not mixed with another one's. */
export function freeAccount(dataDir: string, baseUrl: string): number {
  return Math.max(0, ...foldersAt(dataDir, baseUrl)) + 1
}

/** The account of this address that was at work last; the first one before there were several. */
export function currentAccount(dataDir: string, baseUrl: string): number {
  const present = accountsAt(dataDir, baseUrl)
  const noted = readCurrent(dataDir)[fingerprint(baseUrl)]
  return noted !== undefined && present.includes(noted) ? noted : (present[0] ?? 1)
}

/** The next start opens this account of the address. */
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

/** A file that cannot be read costs nothing but the order in which accounts are tried: tokens lead to their account. */
function readCurrent(dataDir: string): Readonly<Record<string, number>> {
  try {
    return savedAccounts.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).current
  } catch {
    return {}
  }
}
