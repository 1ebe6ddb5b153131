import { confirmJob, pauseJob, undoJob } from '../../src/main/areas/bulk/answer-job'
import { createBulkRunner, type BulkRunner } from '../../src/main/areas/bulk/bulk-runner'
import { deleteBulkJob, leaveRowsOut } from '../../src/main/areas/bulk/change-draft'
import { draftFromFile, draftToChangeBack } from '../../src/main/areas/bulk/start-draft'
import { readJob, viewJobs, viewRows } from '../../src/main/areas/bulk/view-job'
import { StationError } from '../../src/main/base/station-error'
import { findItem } from '../../src/main/store/tables/items'
import { findOp } from '../../src/main/store/tables/outbox'
import type { NewFault } from '../../src/marketplace/control-client'
import type { BulkJobView, BulkRowView } from '../../src/shared/contract/bulk'
import { OPEN_OP_STATES } from '../../src/shared/domain/outbox/operation'
import type { TestStation } from '../support/open-account'
import type { Body } from './journal'
import { at, type StepOf } from './person'
import { STATIONS, type StationName } from './schedule'
import { findByUid } from './truth'
import { noteNew, type Acknowledged } from './acknowledged'
import type { World } from './world'

/** Changes to many items at once, as people prepare, confirm, pause and undo them. */

/** A job that somebody confirmed: from then on each of its rows is promised. */
export type PromisedJob = {
  station: StationName
  jobId: number
  /** Its rows that were not left out. */
  rows: readonly number[]
  /** What they ask for, by item: what the file said, or the person was shown. */
  bodies: ReadonlyMap<string, Body>
  /** The file was replaced by an older one, which may not know it. */
  rewound: boolean
}

/** While a job is paused, none of these is sent, because none had been by then. */
export type Quiet = {
  station: StationName
  jobId: number
  entries: readonly Acknowledged[]
  fromMs: number
  /** `null` while it is still paused. */
  toMs: number | null
}

const NO_FLOOR = { ofPresentPercent: 0, ofMsrpPercent: 0 }

export function startRunner(station: TestStation): BulkRunner {
  const bulk = createBulkRunner({
    ...station,
    floor: () => NO_FLOOR,
    onFault: (error) => void station.faults.push(error),
  })
  bulk.start()
  return bulk
}

/** Begins a draft with a file of this station's own items, and confirms it at once or leaves it. */
export async function prepareMany(world: World, step: StepOf<'many'>): Promise<void> {
  await world.settle()
  await knowItems(world, step)
  await refusable(world, async () => {
    const { station, bulk } = world.benches[step.station]
    const { text, bodies } = fileOf(world, step)
    const content = Buffer.from(text).toString('base64')
    const { jobId } = await draftFromFile(station, {
      kind: step.kind,
      name: 'many.csv',
      content,
      decimal: 'point',
    })
    world.drafts.set(`${step.station} ${jobId}`, bodies)
    world.count(`many ${step.kind}`)
    bulk.wake()
    await world.turn(WORKED_OUT_MS)
    if (!step.confirm) return
    if (step.busy && world.online()) await world.control.addFault(BUSY)
    await confirm(world, step.station, jobId)
    if (step.then === null) return
    await world.turn(WORKED_OUT_MS)
    await decide(world, step.station, step.then, jobId)
    world.count(`many ${step.then}`)
  })
}

const BUSY: NewFault = {
  kind: 'status',
  status: 429,
  retryAfter: '90',
  method: '*',
  route: '/api/v1.0/items/:item',
  count: 1,
}

/** Longer than a few rows take. */
const WORKED_OUT_MS = 100

/** Without items, the file's rows would name none. */
async function knowItems(world: World, { station: name, kind }: StepOf<'many'>): Promise<void> {
  if (kind === 'create') return
  const { station } = world.benches[name]
  if (ownItems(world, name).every((itemNumber) => findItem(station.db, itemNumber) !== null)) return
  await station.itemPull.now()
  await world.settle()
}

function ownItems(world: World, name: StationName): string[] {
  return world.itemNumbers.filter((_, index) => STATIONS[index % STATIONS.length] === name)
}

/** Prices that nobody else sets, so that the marketplace's log tells whose they are. */
const FIRST_CENTS = 20_000

type Draft = { text: string; bodies: ReadonlyMap<string, Body> }

/** A file, and what each of its rows asks for. */
function fileOf(world: World, { station: name, kind, value }: StepOf<'many'>): Draft {
  world.many += 1
  const rows = kind === 'create' ? newItems(name, world.many, value) : changes(world, { name, kind, value })
  const heading =
    kind === 'create' ? NEW_ITEM_HEADING : kind === 'delist' ? 'item_number' : `item_number,${kind}`
  return {
    text: [heading, ...rows.map(({ text }) => text)].join('\n'),
    bodies: new Map(rows.map(({ itemKey, body }) => [itemKey, body])),
  }
}

type FileRow = { text: string; itemKey: string; body: Body }
type Changing = { name: StationName; kind: StepOf<'many'>['kind']; value: number }

function changes(world: World, { name, kind, value }: Changing): FileRow[] {
  const items = ownItems(world, name)
  const chosen = kind === 'delist' ? items.slice(0, 1 + (value % 2)) : items
  return chosen.map((itemKey, index) => {
    const price = FIRST_CENTS + 10 * world.many + index
    const percentage = 1 + ((value + index) % 90)
    if (kind === 'delist') return { text: itemKey, itemKey, body: {} }
    return kind === 'price'
      ? { text: `${itemKey},${(price / 100).toFixed(2)}`, itemKey, body: { price } }
      : { text: `${itemKey},${percentage}`, itemKey, body: discountBody(percentage) }
  })
}

function discountBody(percentage: number | null): Body {
  return { discount: { max_discount: { percentage } } }
}

const NEW_ITEM_HEADING = 'external_id,title,price,msrp,category_id,brand_id,warehouse_id,quality,photos'
const PHOTO_URL = 'https://photos.example.com/1.jpg'

function newItems(name: StationName, file: number, value: number): FileRow[] {
  return Array.from({ length: 1 + (value % 4) }, (_, index) => {
    // Some of them other people list, too.
    const itemKey = `KEY${(value + index) % 6}`
    const title = `Bag ${name}${file}`
    return {
      text: `${itemKey},${title},50.00,90.00,5101,1,1,good,front=${PHOTO_URL}`,
      itemKey,
      body: {
        ...{ external_id: itemKey, title, price: 5_000, msrp: 9_000, category_id: 5101 },
        ...{ brand_id: 1, warehouse_id: 1, quality: 'good', photos: [{ url: PHOTO_URL, subtype: 'front' }] },
      },
    }
  })
}

/** What a row that changes an item back asks for, as the person sees it. */
function shownBody({ afterCents, afterPercent }: BulkRowView): Body {
  return afterCents === null ? discountBody(afterPercent) : { price: afterCents }
}

/** Confirms a draft without the rows that have problems. */
async function confirm(world: World, name: StationName, jobId: number): Promise<void> {
  const { station, bulk } = world.benches[name]
  const around = { ...station, bulk }
  if (readJob(around, jobId).state !== 'draft') return
  leaveRowsOut(station.db, { jobId, rows: 'wrong', leftOut: true }, NO_FLOOR)
  const chosen = rowsOf(world, name, jobId).filter(({ leftOut }) => !leftOut)
  confirmJob(around, { jobId, rows: Math.max(1, chosen.length), belowFloor: true })
  const ofFile = world.drafts.get(`${name} ${jobId}`)
  world.jobs.push({
    station: name,
    jobId,
    rows: chosen.map(({ row }) => row),
    bodies: ofFile ?? new Map(chosen.map((view) => [view.itemKey ?? '', shownBody(view)])),
    rewound: false,
  })
  world.count('many confirmed')
}

/** The rows of a job as people see them. */
export function rowsOf(world: World, name: StationName, jobId: number): readonly BulkRowView[] {
  const { station, bulk } = world.benches[name]
  return viewRows({ ...station, bulk }, { jobId, shown: 'all', offset: 0, limit: 200 }).rows
}

/** A person's decision about one of the jobs of a station. */
export async function answerMany(world: World, step: StepOf<'answerMany'>): Promise<void> {
  // What is on its way already is not stopped by a pause.
  await world.settle()
  const { station, bulk } = world.benches[step.station]
  const jobs = viewJobs({ ...station, bulk })
  if (jobs.length === 0) return
  const fitting = jobs.filter((job) => FITS[step.answer](job))
  const job = at(fitting.length > 0 ? fitting : jobs, step.job)
  await refusable(world, async () => {
    await decide(world, step.station, step.answer, job.jobId)
    world.count(`many ${step.answer}`)
  })
}

type Answer = StepOf<'answerMany'>['answer']

const isGoing = ({ state }: BulkJobView): boolean => state === 'queueing' || state === 'running'

/** Other jobs refuse it. */
const FITS: Readonly<Record<Answer, (job: BulkJobView) => boolean>> = {
  confirm: ({ state }) => state === 'draft',
  pause: (job) => isGoing(job) && !job.paused,
  resume: (job) => isGoing(job) && job.paused,
  undo: isGoing,
  changeBack: ({ kind, ops }) => (kind === 'price' || kind === 'discount') && ops.confirmed > 0,
  delete: ({ state }) => state === 'draft' || state === 'done' || state === 'undone',
}

async function decide(world: World, name: StationName, answer: Answer, jobId: number): Promise<void> {
  noteNew(world, name)
  const { station, bulk } = world.benches[name]
  const around = { ...station, bulk }
  switch (answer) {
    case 'confirm':
      return confirm(world, name, jobId)
    case 'pause':
      pauseJob(around, { jobId, paused: true })
      return void world.quiet.push(quietFrom(world, name, jobId))
    case 'resume':
      pauseJob(around, { jobId, paused: false })
      return endQuiet(world, name, jobId)
    case 'undo':
      undoJob(around, jobId)
      return endQuiet(world, name, jobId)
    case 'changeBack': {
      const back = await draftToChangeBack(station, jobId)
      // An older file may have had another draft with its number.
      world.drafts.delete(`${name} ${back.jobId}`)
      return bulk.wake()
    }
    case 'delete':
      await deleteBulkJob(station.db, jobId)
      forget(world, name, jobId)
  }
}

function forget({ jobs, drafts }: World, name: StationName, jobId: number): void {
  const kept = jobs.filter((job) => job.station !== name || job.jobId !== jobId)
  jobs.splice(0, jobs.length, ...kept)
  drafts.delete(`${name} ${jobId}`)
}

function quietFrom(world: World, name: StationName, jobId: number): Quiet {
  const { db } = world.benches[name].station
  const entries = world.acknowledged.filter(({ station, op }) => {
    const now = station === name && op.jobId === jobId ? findByUid(db, op.opUid) : null
    return now !== null && findOp(db, now.seq)?.state === 'ready' && now.attempts === 0
  })
  return { station: name, jobId, entries, fromMs: world.nowMs(), toMs: null }
}

/** @param jobId all of the station's when omitted: nobody knows what an older file says of them */
export function endQuiet(world: World, name: StationName, jobId?: number): void {
  for (const quiet of world.quiet)
    if (quiet.station === name && (jobId === undefined || quiet.jobId === jobId)) quiet.toMs ??= world.nowMs()
}

/** Ends all pauses, so that everything can be finished. */
export function resumeAll(world: World): void {
  for (const name of STATIONS) {
    const { station, bulk } = world.benches[name]
    const around = { ...station, bulk }
    for (const { jobId, paused } of viewJobs(around)) if (paused) pauseJob(around, { jobId, paused: false })
    bulk.wake()
    endQuiet(world, name)
  }
}

/** Whether rows of a confirmed job are still to become operations, or to be undone, or it has yet to notice its end. */
export function jobsLeft(world: World): boolean {
  return STATIONS.some((name) => {
    const { station, bulk } = world.benches[name]
    return viewJobs({ ...station, bulk }).some(
      ({ state, ops }) =>
        state === 'queueing' ||
        // What needs a person is not withdrawn by itself.
        (state === 'undoing' && OPEN_OP_STATES.filter((open) => ops[open] > 0).join() !== 'held'),
    )
  })
}

async function refusable(world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    world.count(`refused ${error.code}`)
    if (error.code === 'clock_differs')
      for (const name of STATIONS) world.benches[name].station.clockWatch.confirm('tester')
  }
}
