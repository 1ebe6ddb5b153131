import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AccountRow, AccountsView } from '../../../shared/contract/accounts'
import type { AccountsInShort } from '../../../shared/contract/views'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { preferenceSchemas } from '../../../shared/contract/preferences'
import { freeColor, type AccountColor } from '../../../shared/domain/station/account-color'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import type { StationOptions } from '../options'
import { hasAccountFile, readAccountFile, saveAccountFile, type AccountFile } from './account-file'
import { summaryOf, summaryOfClosed, type AccountSummary } from './closed-account'
import { accountDir, chooseAddress, type Connection } from './connection'
import { normalizeBaseUrl } from '../../base/base-url'
import type { Account } from './open'

/** The accounts that this PC has data of, at any address. */
export type KnownAccounts = {
  /** @param open the account at work first, then the others that are open */
  view(open: OpenAccounts): AccountsView
  inShort(atWork: Account): AccountsInShort
  /** Open ops of all accounts but the one at work; those of training are only practice. */
  openElsewhere(open: OpenAccounts): number
  /** For IT: each account, as its files say; nothing of it is opened to work with. */
  described(): DescribedAccount[]
  /** Closed accounts that have something to send. */
  waiting(open: OpenAccounts): Connection[]
  /** What was last read of it is out of date. */
  noteChanged(account: Account): void
  /** @throws StationError `account_unknown` */
  find(accountId: string): KnownAccount
  /** Notes that it is worked with from now on, or until now. Never throws: a full disk must not stop a switch. */
  noteWork(account: Account): void
  /** @throws StationError `account_unknown`, `invalid_request` when the name is taken. Throws the disk's error. */
  save(request: ParsedRequestOf<'accounts:save'>): void
}

export type OpenAccounts = readonly [atWork: Account, ...background: Account[]]

export type KnownAccount = {
  accountId: string
  dir: string
  /** `null` if the marketplace's address is not known. */
  connection: Connection | null
}

export type DescribedAccount = KnownAccount & {
  name: string
  /** What is open in it, or why it cannot be opened; in English. */
  detail: string
}

type LiveAccount = KnownAccount & { number: number; file: AccountFile | null; color: AccountColor }

const TRAINING = 'training'
/** The address's host, with part of its hash; then the number, from 2. */
const FOLDER = /^(.+)-[0-9a-f]{8}(?:-(\d+))?$/
const NO_SENDER = preferenceSchemas.sender.parse({})

/** The account's name in calls and in the evidence: that of its folder. */
export function accountIdOf(account: Account): string {
  return account.mode === 'live' ? basename(dirname(account.file)) : TRAINING
}

export function createKnownAccounts({
  options,
  clock,
}: {
  options: StationOptions
  clock: Pick<Clock, 'wallMs'>
}): KnownAccounts {
  const { dataDir } = options
  // Nobody else writes these files: each is read again when the list is asked for, or once it was open.
  const summaries = new Map<string, AccountSummary>()
  const saidOlder = new Set<string>()

  const live = (): LiveAccount[] => liveAccounts(dataDir, ownAddress(options))
  const isAllowed = ({ connection }: KnownAccount): boolean => {
    const { baseUrl } = options.provisioned
    if (options.training) return connection?.mode === 'training'
    if (baseUrl === null) return true
    return connection?.mode === 'live' && normalizeBaseUrl(connection.baseUrl) === normalizeBaseUrl(baseUrl)
  }
  const summary = ({ dir }: KnownAccount, open: OpenAccounts): AccountSummary => {
    const here = open.find(({ file }) => dirname(file) === dir)
    if (here?.db.open === true) {
      summaries.delete(dir)
      return summaryOf(here.db)
    }
    const found = summaries.get(dir) ?? summaryOfClosed(dir)
    summaries.set(dir, found)
    if (found.problem === 'older' && !saidOlder.has(dir)) {
      saidOlder.add(dir)
      console.error(`${join(dir, 'station.sqlite')} is from an early version, which this one does not read.`)
    }
    return found
  }
  const inShort = (atWork: Account, all = live()): AccountsInShort => {
    const here =
      atWork.mode === 'live' ? all.find(({ accountId }) => accountId === accountIdOf(atWork)) : undefined
    const others = all.filter((one) => one !== here && isAllowed(one)).length
    const mark = here !== undefined && all.length > 1 ? { name: nameOf(here), color: here.color } : null
    return { atWork: accountIdOf(atWork), mark, others }
  }
  const rowOf = (one: LiveAccount, open: OpenAccounts): AccountRow => {
    const [, ...background] = open
    const { problem, ...counts } = summary(one, open)
    return {
      accountId: one.accountId,
      mode: 'live',
      name: nameOf(one),
      color: one.color,
      baseUrl: one.connection?.mode === 'live' ? one.connection.baseUrl : null,
      atWork: accountIdOf(open[0]) === one.accountId,
      ...counts,
      gate: background.find(({ file }) => dirname(file) === one.dir)?.gate.state() ?? null,
      workedAt: one.file?.workedAt ?? null,
      problem: problem ?? (one.connection === null ? 'no_address' : null),
    }
  }
  const find = (accountId: string): KnownAccount => {
    const training = trainingIn(dataDir)
    const found = accountId === TRAINING ? training : live().find((one) => one.accountId === accountId)
    if (found === undefined) throw new StationError('account_unknown', `no account ${accountId} on this PC`)
    return found
  }
  return {
    view(open) {
      summaries.clear()
      const all = live()
      const rows = all.filter(isAllowed).map((one) => rowOf(one, open))
      const training = isAllowed(trainingIn(dataDir)) ? [trainingRow(open[0])] : []
      return { ...inShort(open[0], all), rows: [...rows, ...training] }
    },
    inShort: (atWork) => inShort(atWork),
    openElsewhere: (open) =>
      live()
        .filter(({ accountId }) => accountId !== accountIdOf(open[0]))
        .map((one) => summary(one, open).open)
        .reduce((sum, counts) => sum + (counts === null ? 0 : counts.waiting + counts.held), 0),
    described: () =>
      live().map((one) => {
        const { accountId, dir, connection } = one
        return { accountId, dir, connection, name: nameOf(one), detail: detailOf(summaryOfClosed(dir)) }
      }),
    waiting: (open) =>
      live().flatMap((one) => {
        const isOpen = open.some(({ file }) => dirname(file) === one.dir)
        if (isOpen || one.connection === null || !isAllowed(one)) return []
        const { problem, open: counts } = summary(one, open)
        return problem === null && counts !== null && counts.waiting > 0 ? [one.connection] : []
      }),
    noteChanged: ({ file }) => void summaries.delete(dirname(file)),
    find,
    noteWork(account) {
      summaries.delete(dirname(account.file))
      if (account.mode !== 'live') return
      const { dir, file, ...own } = noted(account, live())
      try {
        const workedAt = new Date(clock.wallMs()).toISOString()
        saveAccountFile(dir, { ...(file ?? own), baseUrl: account.baseUrl, workedAt })
      } catch (error) {
        console.error(error)
      }
    },
    save({ accountId, name, color }) {
      const all = live()
      const one = all.find((account) => account.accountId === accountId)
      if (one?.connection?.mode !== 'live')
        throw new StationError('account_unknown', `no account ${accountId} on this PC`)
      const { baseUrl } = one.connection
      if (all.some((other) => other !== one && isSameName(nameOf(other), name)))
        throw new StationError('invalid_request', 'another account has this name', { name: 'taken' })
      saveAccountFile(one.dir, { ...(one.file ?? { workedAt: null, sender: null }), baseUrl, name, color })
    },
  }
}

/** The file of an account that is open, or what it gets as its first one. */
function noted(
  account: Account,
  all: readonly LiveAccount[],
): { dir: string; file: AccountFile | null } & Omit<AccountFile, 'baseUrl' | 'workedAt'> {
  const dir = dirname(account.file)
  const others = all.filter((one) => one.dir !== dir)
  return {
    dir,
    file: readAccountFile(dir),
    name: '',
    color: freeColor(others.map(({ color }) => color)),
    sender: others.length === 0 ? null : NO_SENDER,
  }
}

function trainingIn(dataDir: string): KnownAccount {
  return { accountId: TRAINING, dir: join(dataDir, 'training'), connection: { mode: 'training' } }
}

function trainingRow(atWork: Account): AccountRow {
  return {
    ...{ accountId: TRAINING, mode: 'training', name: '', color: null, baseUrl: null },
    atWork: atWork.mode === 'training',
    ...{ open: null, openSince: null, gate: null, workedAt: null, problem: null },
  }
}

/** In the order of their folders. Leftovers of a forgotten account are none. */
function liveAccounts(dataDir: string, ownAddress: string | null): LiveAccount[] {
  const parent = join(dataDir, 'live')
  const folders = existsSync(parent) ? readdirSync(parent).toSorted() : []
  const known = folders.flatMap((accountId) => {
    const dir = join(parent, accountId)
    if (!existsSync(join(dir, 'station.sqlite')) && !hasAccountFile(dir)) return []
    const file = readAccountFile(dir)
    const [, host = accountId, counted] = FOLDER.exec(accountId) ?? []
    const number = Number(counted ?? 1)
    const addresses = [file?.baseUrl, ownAddress, `https://${host}`]
    const connection = connectionTo({ dataDir, accountId, number }, addresses)
    return [{ accountId, dir, number, file, connection }]
  })
  const taken = known.flatMap(({ file }) => file?.color ?? [])
  return known.map((one) => {
    const color = one.file?.color ?? freeColor(taken)
    if (one.file === null) taken.push(color)
    return { ...one, color }
  })
}

/** SECURITY: only an address that the folder is named after gets the token that is sealed in it. */
function connectionTo(
  { dataDir, accountId, number }: { dataDir: string; accountId: string; number: number },
  addresses: readonly (string | null | undefined)[],
): Connection | null {
  for (const baseUrl of addresses) {
    if (baseUrl === null || baseUrl === undefined || !URL.canParse(baseUrl)) continue
    const connection: Connection = { mode: 'live', baseUrl, number }
    if (basename(accountDir(dataDir, connection)) === accountId) return connection
  }
  return null
}

/** The address that this PC is set to; `null` if there is none, or it cannot be read. */
function ownAddress(options: StationOptions): string | null {
  try {
    const address = chooseAddress(options)
    return address.mode === 'live' ? address.baseUrl : null
  } catch {
    return null
  }
}

function nameOf({ file, connection, accountId, number }: LiveAccount): string {
  if (file !== null && file.name !== '') return file.name
  const address =
    connection?.mode === 'live'
      ? shortAddress(connection.baseUrl)
      : (FOLDER.exec(accountId)?.[1] ?? accountId)
  return number === 1 ? address : `${address} ${number}`
}

function detailOf({ open, openSince, problem }: AccountSummary): string {
  if (problem === 'older') return 'from an early version, which this one does not read'
  if (problem !== null) return problem
  if (open === null) return 'what is open in it cannot be counted'
  const { waiting, held, alarms } = open
  const since = openSince === null ? '' : `, the oldest since ${openSince}`
  return `${waiting} waiting, ${held} held${since}, ${alarms} alarms`
}

function shortAddress(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** Two accounts with the same name could be mistaken for one another. */
export function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0
}
