import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../src/marketplace/sample/random'
import type { RunningMarketplace } from '../../src/marketplace/server'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import { csvOfItems, readListed, wantedItems } from './bulk-items'
import { appliedItems } from './bulk-journey'
import type { StationProcess } from './station'

/** A bulk job beside the packing of a storm: prepared, confirmed, paused and resumed between the kills. */

const PATIENCE_MS = 60_000

export class ManyInStorm {
  private readonly items: number
  private readonly random: Random
  private told = false

  constructor(items: number, random: Random) {
    this.items = items
    this.random = random
  }

  /** What a person does with the job in one life of the station. */
  async work(station: StationProcess): Promise<void> {
    const job = await this.find(station)
    if (job === null || job.state === 'draft' || job.state === 'checking') return this.begin(station, job)
    this.told = true
    const isOpen = job.state === 'queueing' || job.state === 'running'
    if (isOpen && this.random.int(0, 2) === 0) await this.pause(station, job.jobId, !job.paused)
  }

  /** Lets it end. */
  async finish(station: StationProcess): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const job = await this.find(station)
      if (job?.state === 'done') return
      if (Date.now() > deadline) throw new Error(`I9: the job is stuck: ${JSON.stringify(job)}`)
      if (job?.paused === true) await this.pause(station, job.jobId, false)
      else if (job === null || job.state === 'draft') await this.work(station)
      await pause(20)
    }
  }

  /** Each row of the file is one item, made by one request. */
  async check({ baseUrl, accessToken, journal }: RunningMarketplace): Promise<void> {
    const shown = await readListed(baseUrl, accessToken)
    const ids = shown.flatMap(({ external_id: id }) => (id?.startsWith('BULK-') === true ? [id] : [])).sort()
    const wanted = wantedItems(this.items).map(({ externalId }) => externalId)
    if (ids.join() !== wanted.join())
      throw new Error(`I3: ${wanted.length} items were confirmed, and there are ${ids.join()}`)
    const made = appliedItems(journal(), 'POST')
    if (made.length !== this.items) throw new Error(`I3: ${made.length} creates for ${this.items} items`)
  }

  private async find(station: StationProcess): Promise<BulkJobView | null> {
    const jobs = await station.many({ do: 'list' })
    if (jobs.length > 1) throw new Error(`I3: there are ${jobs.length} jobs`)
    if (this.told && jobs.length === 0) throw new Error('I4: the job was confirmed and is gone')
    return jobs[0] ?? null
  }

  private async begin(station: StationProcess, draft: BulkJobView | null): Promise<void> {
    let job: BulkJobView | null | undefined = draft
    if (job === null) [job] = await station.many({ do: 'draftItems', csv: csvOfItems(this.items) })
    while (job?.state === 'checking') {
      await pause(5)
      ;[job] = await station.many({ do: 'read', jobId: job.jobId })
    }
    if (job?.state !== 'draft' || job.rows !== this.items || job.wrong > 0)
      throw new Error(`the draft is not whole: ${JSON.stringify(job)}`)
    await station.many({ do: 'confirm', jobId: job.jobId })
    this.told = true
  }

  private async pause(station: StationProcess, jobId: number, paused: boolean): Promise<void> {
    try {
      await station.many({ do: 'pause', jobId, paused })
    } catch (error) {
      // It may have ended meanwhile.
      if (!String(error).includes('job_state')) throw error
    }
  }
}
