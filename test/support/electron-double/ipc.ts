type Listener = Parameters<Electron.IpcMain['handle']>[1]

/** @see https://www.electronjs.org/docs/latest/api/ipc-main */
export class IpcMainDouble implements Pick<Electron.IpcMain, 'handle'> {
  private readonly handlers = new Map<string, Listener>()

  handle(channel: string, listener: Listener): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, listener)
  }

  /** @param event `sender` and `senderFrame` are what the bundle may look at */
  async answer(channel: string, event: object, request: unknown): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event as Electron.IpcMainInvokeEvent, request) as unknown
  }
}
