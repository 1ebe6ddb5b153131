import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import type { BulkAct } from './bulk-acts'
import type { Act, Answer, OpReport, Passed, Question, Start } from './messages'

/** Thrown by requests to a process that was killed. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

type Body<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never

/** A running station process. Requests to it fail with `Killed` when it dies. */
export class StationProcess {
  private readonly child: ChildProcess
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private lastId = 0
  private stderr = ''
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>

  constructor(file: string, start: Start) {
    this.child = fork(file, [JSON.stringify(start)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    this.child.on('message', (answer: Answer) => {
      this.waiting.get(answer.id)?.(answer)
      this.waiting.delete(answer.id)
    })
    // On a busy machine its last answer is heard after its exit.
    this.gone = Promise.all([once(this.child, 'exit'), once(this.child, 'disconnect')]).then(() => {})
  }

  async act(act: Act): Promise<string | null> {
    const answer = await this.ask({ ask: 'act', act })
    return answer.kind === 'acted' ? answer.refused : null
  }

  /** @returns the job that it is about; of a list all of them, the newest first */
  async many(act: BulkAct): Promise<BulkJobView[]> {
    const answer = await this.ask({ ask: 'many', act })
    if (answer.kind !== 'many' || answer.refused !== null)
      throw new Error(`${act.do} was refused: ${JSON.stringify(answer)}`)
    return answer.jobs
  }

  async ops(): Promise<OpReport[]> {
    const answer = await this.ask({ ask: 'ops' })
    return answer.kind === 'ops' ? answer.ops : []
  }

  /** Ends it as a person would. @returns the points that it passed */
  async close(): Promise<Passed[]> {
    const answer = await this.ask({ ask: 'close' })
    await this.gone
    return answer.kind === 'closed' ? answer.points : []
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.gone
  }

  private ask(question: Body<Question>): Promise<Answer> {
    const id = (this.lastId += 1)
    return new Promise((resolve, reject) => {
      this.waiting.set(id, resolve)
      void this.gone.then(() => reject(this.ending()))
      this.child.send({ id, ...question }, (error) => {
        if (error !== null) void this.gone.then(() => reject(this.ending()))
      })
    })
  }

  private ending(): Error {
    const { exitCode, signalCode } = this.child
    if (signalCode === 'SIGKILL') return new Killed()
    return new Error(`the station ended with ${exitCode ?? signalCode}: ${this.stderr}`)
  }
}
