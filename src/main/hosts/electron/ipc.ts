import type { IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNELS } from '../../../shared/contract/channels'
import type { Result } from '../../../shared/contract/result'
import type { Packbench } from '../../app/compose'
import { isAppUrl } from './app-protocol'

/** The part of Electron's `IpcMain` that is used here. */
export type IpcPart = Pick<Electron.IpcMain, 'handle'>
/** The part of a sender that is checked here. */
export type Sender = { sender: unknown; senderFrame: Pick<Electron.WebFrameMain, 'parent' | 'url'> | null }
/** The part of the window's contents that is used here. */
export type ReceiverPart = Pick<Electron.WebContents, 'send' | 'isDestroyed'>

/** Registers one handler for each channel; there is no other entry into main. */
export function serveRequests(
  ipc: IpcPart,
  packbench: Pick<Packbench, 'handle'>,
  windowContents: () => unknown,
): void {
  for (const channel of REQUEST_CHANNELS) {
    ipc.handle(channel, (event: IpcMainInvokeEvent, request: unknown): Promise<Result<unknown>> => {
      if (!isFromOurPage(event, windowContents())) {
        return Promise.resolve({ ok: false, error: { code: 'session_missing', message: 'wrong sender' } })
      }
      return packbench.handle(channel, request)
    })
  }
}

/** SECURITY: accepts calls only from the top frame of the app's own window, while it shows the app's own page. */
export function isFromOurPage(event: Sender, windowContents: unknown): boolean {
  const frame = event.senderFrame
  return event.sender === windowContents && frame !== null && frame.parent === null && isAppUrl(frame.url)
}

/** Sends every event of the station to the window while it is open. */
export function sendEvents(packbench: Pick<Packbench, 'onEvent'>, receiver: ReceiverPart): () => void {
  return packbench.onEvent((event) => {
    if (!receiver.isDestroyed()) receiver.send(EVENT_CHANNEL, event)
  })
}
