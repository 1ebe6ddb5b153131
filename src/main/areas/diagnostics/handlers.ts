import type { AccountsView } from '../../../shared/contract/accounts'
import type { diagnosticsCalls, DiagnosticsView } from '../../../shared/contract/diagnostics'
import type { EvidenceAtHub } from '../../../shared/contract/evidence'
import type { HubView } from '../../../shared/contract/neighbors'
import type { HandlersOf } from '../../bridge/handle'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'
import { fileTime } from '../../store/db/files'
import { unreadableSoFar } from '../../store/db/stored-json'
import type { Parts } from '../parts'
import { readStatus } from '../station/station'
import { checkStation, type Finding, groupsWords, ONLY_HERE, otherVersions, skipped } from './checks'
import { commonFacts, logTail, textOf } from './report'

/** On the page; the file has more. */
const SHOWN_LINES = 200
const SAVED_LINES = 5_000

export function diagnosticsHandlers(parts: Parts): HandlersOf<typeof diagnosticsCalls> {
  const { version, host, clock, account, accounts, start, setupText, warehouse } = parts
  const diagnose = async (lines: number): Promise<DiagnosticsView> => {
    const open = account()
    const { dataDir } = start
    const nowMs = clock.wallMs()
    const status = readStatus(open)
    const checks = await checkStation({
      ...start,
      accountFile: open.file,
      unreadable: unreadableSoFar(open.db),
      nowMs,
      // The packer waits: the newest backup was read through, and it equals the file.
      deep: false,
      accessToken: async () => tokenOf(open),
      connection: async () => connectionOf(open, status),
      clock: async () => clockOf(status.clock),
      hub: async () => hubOf(warehouse.view().hub, await warehouse.evidenceAtHub()),
    })
    const facts: DiagnosticsView['facts'] = [
      ...commonFacts({ version, host: host.kind, dataDir, nowMs }),
      ['mode', open.mode === 'live' ? `live, ${open.baseUrl}` : 'training'],
      ...accountFacts(accounts.view()),
      ['connection', status.gate],
      ['orders as of', status.dataAsOf ?? 'not imported yet'],
      ['records set aside', String(status.unreadable)],
      ['disk full', status.diskFull ? 'yes' : 'no'],
      ['disk fails', status.diskFails ? 'yes' : 'no'],
    ]
    return { facts, checks, log: logTail(dataDir, lines) }
  }
  const save = (stem: string, content: string, ending: string): { file: string } => ({
    file: writeExportFile(exportsDir(account().db), `${stem}-${fileTime(clock.wallMs())}`, content, ending),
  })
  return {
    'diagnostics:read': () => diagnose(SHOWN_LINES),
    'diagnostics:save': async () => save('packbench-support', textOf(await diagnose(SAVED_LINES)), 'txt'),
    'diagnostics:export-setup': () => save('packbench-setup', setupText(), 'json'),
  }
}

/** Each account with what is open in it, where there are several. */
function accountFacts({ rows }: AccountsView): DiagnosticsView['facts'] {
  const live = rows.filter(({ mode }) => mode === 'live')
  if (live.length < 2) return []
  return live.map(({ accountId, name, atWork, open, problem }) => {
    const counts =
      open === null ? 'not known' : `${open.waiting} waiting, ${open.held} held, ${open.alarms} alarms`
    return [`account ${name}`, `${problem ?? counts}${atWork ? ', at work' : ''} (${accountId})`]
  })
}

function tokenOf(open: { mode: string; accessToken(): string | null }): Finding {
  if (open.mode === 'training') return skipped('training needs none')
  return open.accessToken() === null
    ? { state: 'failed', detail: 'no access token is set' }
    : { state: 'good', detail: 'set' }
}

function connectionOf(
  { mode, baseUrl }: { mode: string; baseUrl: string },
  { gate, noConnection }: ReturnType<typeof readStatus>,
): Finding {
  if (mode === 'training') return skipped('training has its own')
  if (noConnection !== null)
    return { state: 'failed', detail: `${baseUrl}: ${noConnection.reason}: ${noConnection.detail}` }
  if (gate === 'checking') return skipped('nothing is requested while the data is checked')
  const works = gate === 'online' || gate === 'throttled' || gate === 'items_throttled'
  return { state: works ? 'good' : 'failed', detail: `${baseUrl}: ${gate}` }
}

function clockOf({ state, offsetMs }: ReturnType<typeof readStatus>['clock']): Finding {
  if (offsetMs === null) return skipped('not compared yet')
  const detail = `${Math.round(Math.abs(offsetMs) / 1_000)} s ${offsetMs < 0 ? 'ahead of' : 'behind'} the marketplace (${state})`
  if (state === 'refused') return { state: 'failed', detail }
  return { state: state === 'differs' ? 'warning' : 'good', detail }
}

function hubOf(hub: HubView | null, evidence: EvidenceAtHub | null): Finding {
  if (hub === null) return skipped('none is set')
  const { state, since, servers, refusal } = hub
  const detail = `${servers.join(', ')}: ${state} since ${since}${serverWords(hub)}`
  if (refusal !== null) return { state: 'failed', detail: `${detail}: ${refusal}` }
  if (state !== 'open') return { state: 'failed', detail }
  const versions = otherVersions(detail, hub.otherVersions)
  if (versions !== null) return versions
  if (hub.otherGroups > 0)
    return {
      state: 'failed',
      detail: `${detail}: ${groupsWords(hub.otherGroups)}`,
    }
  const missing = missedAtHub(hub)
  const found = evidenceAtHub(detail, evidence)
  if (missing === '') return found
  return {
    state: found.state === 'good' ? 'warning' : found.state,
    detail: `${found.detail}; ${missing}`,
  }
}

function serverWords({ server }: HubView): string {
  if (server === null) return ''
  const forgets = server.flush === 'late' ? ', may forget the last two minutes in a power cut' : ''
  return `, NATS ${server.version}${forgets}`
}

/** What the hub lacks of this station, or had lost. */
function missedAtHub({ journal, missedAt }: HubView): string {
  const { waiting = 0, lostAt = null, full = false, takenOver = null } = journal ?? {}
  return [
    ...(takenOver === null
      ? []
      : [`${takenOver.station} took over operations of this station: ${takenOver.operations}`]),
    ...(waiting > 0 ? [`${ONLY_HERE}: ${waiting}`] : []),
    ...(full ? ['the hub has no space left'] : []),
    ...(lostAt === null ? [] : [`it had lost copies of operations at ${lostAt}, which were sent again`]),
    ...(missedAt === null
      ? []
      : [`it had lost entries of this station at ${missedAt}, which were written again`]),
  ].join('; ')
}

function evidenceAtHub(detail: string, evidence: EvidenceAtHub | null): Finding {
  if (evidence === null || evidence.state === 'away') return { state: 'good', detail }
  const kept = `${detail}; evidence log: ${evidence.state}, entry ${evidence.seq}, kept since ${evidence.since ?? 'never'}`
  const isWrong = evidence.state !== 'equal' && evidence.state !== 'none'
  // People were alarmed then; it stays said until the heads would have expired.
  if (evidence.recorded?.kind === 'hub_disagrees') return { state: 'warning', detail: kept }
  if (isWrong) return { state: 'failed', detail: kept }
  return { state: evidence.full || !evidence.final ? 'warning' : 'good', detail: kept }
}
