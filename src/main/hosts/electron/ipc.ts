import type { IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNELS } from '../../../shared/contract/channels'
import type { Result } from '../../../shared/contract/result'
import type { Packbench } from '../../app/compose'
import { isAppUrl } from './app-protocol'

/** Only what is used of Electron's `IpcMain`. */
export type IpcPart = Pick<Electron.IpcMain, 'handle'>
/** Only what is looked at of a sender. */
export type Sender = { sender: unknown; senderFrame: Pick<Electron.WebFrameMain, 'parent' | 'url'> | null }
/** Only what is used of the window's contents. */
export type ReceiverPart = Pick<Electron.WebContents, 'send' | 'isDestroyed'>

/** Registers one handler for each channel; there is no other way into main. */
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

/** SECURITY: only the top frame of the app's own window, while it shows the app's own page, is heard. */
export function isFromOurPage(event: Sender, windowContents: unknown): boolean {
  const frame = event.senderFrame
  return event.sender === windowContents && frame !== null && frame.parent === null && isAppUrl(frame.url)
}

/** Sends every event of the station to the window, as long as it is there. */
export function sendEvents(packbench: Pick<Packbench, 'onEvent'>, receiver: ReceiverPart): () => void {
  return packbench.onEvent((event) => {
    if (!receiver.isDestroyed()) receiver.send(EVENT_CHANNEL, event)
  })
}
