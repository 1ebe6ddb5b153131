import { createServer, type AddressInfo } from 'node:net'

/** A label printer on the network that keeps what it is sent, oldest first. */
export async function openRawPrinter() {
  const jobs: string[] = []
  const server = createServer((socket) => {
    let job = ''
    socket.on('data', (bytes: Buffer) => (job += bytes.toString()))
    socket.on('end', () => jobs.push(job))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { jobs, address: `127.0.0.1:${port}`, close: () => server.close() }
}
