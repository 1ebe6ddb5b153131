import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A print server (CUPS) of a test's own, whose printers keep the PDFs that reach them. */

const TOOLS = ['cupsd', 'lpadmin', 'cupsfilter', 'pdfinfo', 'pdftotext'] as const
const SERVER_PARTS = '/usr/lib/cups'
const READY_WITHIN_MS = 20_000

const DRIVERS = {
  /** An office printer: A4, Letter and others. */
  sheets: 'lsb/usr/cupsfilters/Generic-PDF_Printer-PDF.ppd',
  /** A label printer with 4 × 6 inch among its sizes, but no 100 × 150 mm. */
  labels: 'drv:///sample.drv/zebra.ppd',
} as const

/** A printer of 4 × 6 inch that takes PDF, described in full: no driver is compiled, which fails on a machine that is very busy. */
const PLAIN_PPD = `*PPD-Adobe: "4.3"
*FormatVersion: "4.3"
*FileVersion: "1.0"
*LanguageVersion: English
*LanguageEncoding: ISOLatin1
*Manufacturer: "Test"
*ModelName: "Test"
*ShortNickName: "Test"
*NickName: "Test"
*PCFileName: "TEST.PPD"
*Product: "(Test)"
*PSVersion: "(3010.000) 0"
*LanguageLevel: "3"
*ColorDevice: False
*DefaultColorSpace: Gray
*cupsFilter2: "application/pdf application/pdf 0 -"
*OpenUI *PageSize: PickOne
*DefaultPageSize: w288h432
*PageSize w288h432: "<</PageSize[288 432]>>setpagedevice"
*CloseUI: *PageSize
*OpenUI *PageRegion: PickOne
*DefaultPageRegion: w288h432
*PageRegion w288h432: "<</PageSize[288 432]>>setpagedevice"
*CloseUI: *PageRegion
*DefaultImageableArea: w288h432
*ImageableArea w288h432: "0 0 288 432"
*DefaultPaperDimension: w288h432
*PaperDimension w288h432: "288 432"
`

/** The device: keeps each job as it arrives, or fails. CUPS passes the job's number and, mostly, a file. */
const DEVICE = `#!/bin/sh
[ $# = 0 ] && exit 0
folder="\${DEVICE_URI#paper://}"
[ -e "$folder/broken" ] && exit 1
cat "\${6:--}" > "$folder/unfinished" && mv "$folder/unfinished" "$folder/$1.pdf"
`

/** What is missing on this machine, or `null`. */
export function missingCupsTool(): string | null {
  return TOOLS.find((tool) => spawnSync('which', [tool]).status !== 0) ?? null
}

export type PrintServer = {
  /** For programs that print here. */
  env: Readonly<Record<string, string>>
  /** Makes a printer's queue. The first one is the default. */
  add(printer: string, driver: keyof typeof DRIVERS | 'plain'): void
  remove(printer: string): void
  /** Refuses jobs, as IT does before it moves a printer. */
  reject(printer: string): void
  /** Takes jobs, and keeps them until it is resumed. */
  pause(printer: string): void
  resume(printer: string): void
  isPaused(printer: string): boolean
  /** Its device fails, as without power; the server then pauses it. */
  breakDown(printer: string): void
  mend(printer: string): void
  /** All jobs that any printer ever took, such as `Laser-1`. */
  jobs(): string[]
  /** The PDFs that reached a printer, oldest first. */
  printed(printer: string): string[]
  stop(): Promise<void>
}

/** Everything it has is in a folder of its own, which is removed at its end. */
export async function startPrintServer(): Promise<PrintServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'packbench-cups-'))
  // Filters and the programs that print have users of their own.
  chmodSync(folder, 0o755)
  const at = (...names: string[]) => path.join(folder, ...names)
  for (const name of ['etc', 'spool/tmp', 'cache', 'state', 'log', 'parts/backend', 'papers'])
    mkdirSync(at(name), { recursive: true, mode: 0o755 })
  for (const part of ['daemon', 'driver', 'filter', 'monitor', 'notifier'])
    symlinkSync(path.join(SERVER_PARTS, part), at('parts', part))
  // Of its owner alone, CUPS runs it with the owner's rights.
  writeFileSync(at('parts', 'backend', 'paper'), DEVICE, { mode: 0o700 })
  writeFileSync(at('cups-files.conf'), filesConf(at))
  writeFileSync(at('cupsd.conf'), cupsdConf(at('socket')))

  const env = { CUPS_SERVER: at('socket') }
  const server = spawn('cupsd', ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')])
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(server, 'exit')

  const ask = (tool: string, ...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(tool, args, {
      env: { ...process.env, ...env, LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr} ${String(error ?? '')}`)
    return stdout
  }
  const stop = async () => {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  // Its exit code is 0 in any case.
  const isReady = () =>
    spawnSync('lpstat', ['-r'], {
      env: { ...process.env, ...env, LC_ALL: 'C' },
      encoding: 'utf8',
    }).stdout.includes('is running')
  for (const from = Date.now(); !isReady(); await sleep(50))
    if (server.exitCode !== null || Date.now() - from > READY_WITHIN_MS) {
      await stop()
      throw new Error(`cupsd is not ready: ${said}`)
    }

  const papersOf = (printer: string) => at('papers', printer)
  return {
    env,
    add(printer, driver) {
      mkdirSync(papersOf(printer))
      const queue = ['-p', printer, '-v', `paper://${papersOf(printer)}`]
      if (driver === 'plain') writeFileSync(at(`${printer}.ppd`), PLAIN_PPD)
      else {
        ask('lpadmin', ...queue, '-m', DRIVERS[driver])
        const ppd = readFileSync(at('etc', 'ppd', `${printer}.ppd`), 'utf8')
        writeFileSync(at(`${printer}.ppd`), keepingPdf(ppd))
      }
      ask('lpadmin', ...queue, '-P', at(`${printer}.ppd`), '-E')
      if (readdirSync(at('papers')).length === 1) ask('lpadmin', '-d', printer)
    },
    remove: (printer) => void ask('lpadmin', '-x', printer),
    reject: (printer) => void ask('cupsreject', printer),
    pause: (printer) => void ask('cupsdisable', printer),
    resume: (printer) => void ask('cupsenable', printer),
    isPaused: (printer) => ask('lpstat', '-p', printer).includes('disabled'),
    breakDown: (printer) => writeFileSync(path.join(papersOf(printer), 'broken'), ''),
    mend: (printer) => rmSync(path.join(papersOf(printer), 'broken')),
    jobs: () => [...ask('lpstat', '-W', 'all', '-o').matchAll(/^\S+/gm)].map(([job]) => job).sort(),
    printed: (printer) =>
      readdirSync(papersOf(printer))
        .filter((name) => name.endsWith('.pdf'))
        .sort((one, other) => parseInt(one) - parseInt(other))
        .map((name) => path.join(papersOf(printer), name)),
    stop,
  }
}

/** A driver with its sizes, but for a device that takes PDF: dots cannot be read again. */
function keepingPdf(ppd: string): string {
  const others = ppd.split('\n').filter((line) => !/^\*cupsFilter2?:/.test(line))
  return [...others, '*cupsFilter2: "application/vnd.cups-pdf application/pdf 0 -"', ''].join('\n')
}

const filesConf = (at: (...names: string[]) => string) => `ServerRoot ${at('etc')}
RequestRoot ${at('spool')}
TempDir ${at('spool', 'tmp')}
CacheDir ${at('cache')}
StateDir ${at('state')}
ServerBin ${at('parts')}
AccessLog ${at('log', 'access')}
ErrorLog ${at('log', 'error')}
PageLog ${at('log', 'page')}
`

/** Everybody who reaches the socket may do everything. */
const cupsdConf = (socket: string) => `Listen ${socket}
Browsing No
WebInterface No
ErrorPolicy stop-printer
DefaultAuthType None
<Location />
  Allow all
</Location>
<Policy default>
  <Limit All>
    Allow all
  </Limit>
</Policy>
`
