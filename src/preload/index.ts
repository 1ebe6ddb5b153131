import { contextBridge, ipcRenderer } from 'electron'
import type { StationBridge } from '../shared/contract/bridge'
import { EVENT_CHANNEL, REQUEST_CHANNELS } from '../shared/contract/channels'

// SECURITY: one function per known channel; the page never gets to name a channel itself.
const requests = Object.fromEntries(
  REQUEST_CHANNELS.map((channel) => [channel, (request: unknown) => ipcRenderer.invoke(channel, request)]),
) as StationBridge['requests']

const station: StationBridge = {
  requests,
  onEvent(listener) {
    // SECURITY: the page gets the event's data only, never Electron's event object.
    const forward = (_event: unknown, data: Parameters<typeof listener>[0]) => listener(data)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => ipcRenderer.off(EVENT_CHANNEL, forward)
  },
}

contextBridge.exposeInMainWorld('station', station)
