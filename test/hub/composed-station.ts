import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ValueOf } from '../../src/shared/contract/bridge'
import type { RequestChannel } from '../../src/shared/contract/channels'
import type { RequestOf } from '../../src/shared/contract/requests'
import type { Result } from '../../src/shared/contract/result'
import { reunite, separate, type Computer } from '../support/namespaces'
import { tempDir } from '../support/temp-dir'
import { Child, Gone } from './child'
import type { ComposedQuestion, ComposedStart } from './messages'

/** A complete station on a computer of its own, with a disk that can be lost, copied and brought back. */
export class ComposedStation {
  private child: Child<ComposedQuestion> | null = null
  private readonly apart = new Set<Computer>()
  private readonly place = tempDir()
  private readonly disk = join(this.place, 'disk')
  private readonly copy = join(this.place, 'copy')
  private readonly drawer = join(this.place, 'drawer')
  private pace = 1
  /** Times that its disk was lost or replaced by a copy. */
  disks = 0

  constructor(
    readonly name: string,
    readonly computer: Computer,
    private readonly file: string,
    private readonly rest: Pick<ComposedStart, 'servers' | 'marketplace'>,
  ) {}

  get runs(): boolean {
    return this.child !== null
  }
  get hasDisk(): boolean {
    return existsSync(this.disk) || !existsSync(this.drawer)
  }
  get hasCopy(): boolean {
    return existsSync(this.copy)
  }
  /** Empty before the first start. */
  get stationId(): string {
    for (const dir of [this.disk, this.drawer])
      if (existsSync(join(dir, 'station-id'))) return readFileSync(join(dir, 'station-id'), 'utf8').trim()
    return ''
  }

  async start(): Promise<void> {
    if (this.child !== null || !this.hasDisk) return
    const start: ComposedStart = { ...this.rest, dataDir: this.disk, stationName: this.name }
    const child = new Child<ComposedQuestion>(
      this.computer.spawn(process.execPath, [this.file, JSON.stringify(start)], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    )
    this.child = child
    void child.gone.then(() => {
      if (this.child === child) this.child = null
    })
    await child.ready
    await this.hurry(this.pace)
  }

  async kill(): Promise<void> {
    await this.child?.kill()
  }

  /** The disk is lost. */
  async lose(): Promise<void> {
    if (!this.hasDisk) return
    await this.kill()
    renameSync(this.disk, this.drawer)
    this.disks += 1
  }
  /** Somebody finds the disk again. */
  bring(): void {
    if (!this.hasDisk) renameSync(this.drawer, this.disk)
  }
  /** Copies the disk, as IT does with PCs that are switched off. */
  async save(): Promise<void> {
    const { runs } = this
    if (!this.hasDisk) return
    await this.kill()
    rmSync(this.copy, { recursive: true, force: true })
    cpSync(this.disk, this.copy, { recursive: true })
    if (runs) await this.start()
  }
  /** The disk is replaced by the copy. */
  async restore(): Promise<void> {
    if (!this.hasCopy) return
    await this.kill()
    for (const dir of [this.disk, this.drawer]) rmSync(dir, { recursive: true, force: true })
    cpSync(this.copy, this.disk, { recursive: true })
    this.disks += 1
  }
  cut(other: Computer): void {
    if (this.apart.has(other)) return
    this.apart.add(other)
    separate(this.computer, other)
  }
  isApartFrom(others: readonly Computer[]): boolean {
    return others.every((other) => this.apart.has(other))
  }
  join(other: Computer): void {
    if (this.apart.delete(other)) reunite(this.computer, other)
  }

  /** From this start on, and at the next ones. */
  async hurry(times: number): Promise<void> {
    this.pace = times
    await this.child?.ask({ ask: 'pace', times })
  }
  /** The marketplace has had a turn. */
  pulse(): void {
    // A station that is killed meanwhile needs no time.
    this.child?.ask({ ask: 'pulse' }).catch(() => undefined)
  }
  /** Ends like a power cut at this step. */
  async dieAt(point: number): Promise<void> {
    await this.child?.ask({ ask: 'endAt', point, by: 'SIGKILL' })
  }
  /** Stops at this step, in the middle of what it does. */
  async stopAt(point: number): Promise<void> {
    await this.child?.ask({ ask: 'endAt', point, by: 'SIGSTOP' })
  }
  get stopped(): boolean {
    return this.child?.stopped ?? false
  }
  goOn(): void {
    this.child?.goOn()
  }

  /** @throws Gone when it ends before it has answered */
  async call<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<Result<ValueOf[C]>> {
    if (this.child === null) throw new Gone(`${this.name} does not run`)
    return this.child.ask({ ask: 'call', channel, request })
  }
  async ask<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<ValueOf[C]> {
    const result = await this.call(channel, request)
    if (!result.ok) throw new Error(`${this.name}: ${channel}: ${result.error.code} ${result.error.message}`)
    return result.value
  }
}

/** What nobody else writes on a label. */
export const newTrackingNumber = (): string => `1Z${randomUUID().replaceAll('-', '').slice(0, 16)}`
