import { once } from 'node:events'
import WebSocket from 'ws'

/** What a Node process keeps in its heap, seen from outside. */

/** For the environment of a process to be looked into: it prints where its inspector listens. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** After a collection, in bytes. @param output of a process that was started with `INSPECTED` */
export async function nodeHeapBytes(output: string): Promise<number> {
  const [address] = /ws:\/\/\S+/.exec(output) ?? []
  if (address === undefined) throw new Error(`no inspector listens: ${output}`)
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const ask = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
    socket.send(JSON.stringify({ id: 1, method }))
    const [data] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(data.toString()) as { result?: { usedSize?: number } }
  }
  await ask('HeapProfiler.collectGarbage')
  const { result } = await ask('Runtime.getHeapUsage')
  socket.close()
  return result?.usedSize ?? Number.NaN
}
