import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'

/** A question that has no answer any more. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

type Body<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never

/** Another process that answers questions until it is killed. */
export class Child<Question extends { id: number }> {
  private readonly waiting = new Map<number, (value: unknown) => void>()
  private lastId = 0
  readonly gone: Promise<void>
  /** Its first message. */
  readonly ready: Promise<unknown>

  constructor(private readonly process: ChildProcess) {
    // On a busy machine its last answer is heard after its exit.
    this.gone = Promise.all([once(process, 'exit'), once(process, 'disconnect')]).then(() => {})
    this.ready = Promise.race([
      once(process, 'message').then(([said]) => said as unknown),
      this.gone.then(() => Promise.reject(new Gone('it ended before it was ready'))),
    ])
    // The caller that waits for it gets the error.
    this.ready.catch(() => {})
    process.on('message', ({ id, value }: { id: number; value: unknown }) => {
      this.waiting.get(id)?.(value)
      this.waiting.delete(id)
    })
  }

  /** @throws Gone when the process ends before it has answered */
  ask<Value>(question: Body<Question>): Promise<Value> {
    const id = (this.lastId += 1)
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (value) => resolve(value as Value))
      void this.gone.then(() => reject(new Gone(`no answer to ${JSON.stringify(question)}`)))
      // One that cannot be asked has ended: its exit, which is heard later, says so to everybody at once.
      this.process.send({ id, ...question }, () => {})
    })
  }

  /** Whether it has been stopped, and waits to go on. */
  get stopped(): boolean {
    // After the name of the program, which is in brackets.
    return / T /.test(readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').replace(/^.*\)/, ''))
  }
  goOn(): void {
    this.process.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL')
    await this.gone
  }
}
