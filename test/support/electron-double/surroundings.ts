import type { Chromium } from '../chromium'
import type { IpcMainDouble } from './ipc'
import type { ProtocolDouble, SessionDouble } from './session'

/** What happened, for the test. */
export type Told =
  | { kind: 'ready'; endpoint: string; browserPid: number }
  | { kind: 'focus' }
  | { kind: 'window-open'; url: string; action: string }
  | { kind: 'download'; filename: string; prevented: boolean }
  | { kind: 'dialog'; message: string; buttons: readonly string[] }
  | { kind: 'error-box'; title: string; content: string }

/** What a test does to the double. */
export type Asked = { kind: 'resume' } | { kind: 'keychain'; state: 'strong' | 'weak' | 'away' }

/** What the parts of the double share. */
export type Surroundings = {
  ipc: IpcMainDouble
  session: SessionDouble
  protocol: ProtocolDouble
  /** Starts the browser at the first window. */
  launched: () => Promise<Chromium>
  /** @throws Error before it was launched */
  chromium: () => Chromium
  /** Closes all pages that no window of the bundle shows. */
  closeOthers: () => Promise<void>
  tell: (what: Told) => void
}
