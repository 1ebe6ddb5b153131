import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { halt } from '../support/halt'
import type { Computer } from '../support/namespaces'
import type { Answer, Look, Question, Start } from './messages'

type Body<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never

/** A station on a computer of its own: it is killed, falls asleep, loses the network, and comes back as the same. */
export class HubStation {
  private child: ChildProcess | null = null
  private waiting = new Map<number, (look: Look | null) => void>()
  private lastId = 0
  asleep = false
  cutOff = false

  constructor(
    readonly name: string,
    private readonly computer: Computer,
    private readonly file: string,
    private readonly rest: Pick<Start, 'servers' | 'secret' | 'skewMs'>,
    private readonly stationId = randomUUID(),
  ) {}

  get running(): boolean {
    return this.child !== null && !this.asleep
  }

  start(): void {
    if (this.child !== null) return
    const start: Start = { ...this.rest, stationId: this.stationId, name: this.name }
    this.child = this.computer.spawn(process.execPath, [this.file, JSON.stringify(start)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.child.on('message', ({ id, look }: Answer) => {
      this.waiting.get(id)?.(look)
      this.waiting.delete(id)
    })
  }

  async kill(): Promise<void> {
    const child = this.child
    if (child === null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    this.child = null
    this.asleep = false
    for (const answer of this.waiting.values()) answer(null)
    this.waiting.clear()
  }

  sleep(): void {
    if (this.child === null || this.asleep) return
    this.asleep = true
    halt(this.child)
  }

  wake(): void {
    if (!this.asleep) return
    this.asleep = false
    this.child?.kill('SIGCONT')
  }

  cut(): void {
    if (this.cutOff) return
    this.cutOff = true
    this.computer.cut()
  }

  join(): void {
    if (!this.cutOff) return
    this.cutOff = false
    this.computer.join()
  }

  async put(orderId: number | null): Promise<void> {
    await this.ask({ ask: 'put', orderId })
  }

  async takeOver(orderId: number): Promise<void> {
    await this.ask({ ask: 'takeOver', orderId })
  }

  /** `null`: it does not run. */
  look(orderIds: readonly number[]): Promise<Look | null> {
    return this.ask({ ask: 'look', orderIds })
  }

  private ask(question: Body<Question>): Promise<Look | null> {
    const child = this.child
    if (child === null || this.asleep) return Promise.resolve(null)
    const id = (this.lastId += 1)
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      child.send({ id, ...question }, (error) => {
        if (error !== null) resolve(null)
      })
    })
  }
}
